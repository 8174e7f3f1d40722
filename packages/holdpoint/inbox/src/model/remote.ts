/** Something that is fetched, with what the last attempt said. */
import { request } from '../api/request.ts'
import type { ApiProblem } from '../api/request.ts'

export interface Remote<Value> {
  readonly value: () => Value | null
  readonly problem: () => ApiProblem | null
  readonly loading: () => boolean
  readonly load: () => Promise<void>
}

export function createRemote<Value>(options: {
  readonly path: () => string
  readonly changed: () => void
  readonly refused: () => void
  /** How news is joined to what is known. */
  readonly join?: (before: Value | null, news: Value) => Value
}): Remote<Value> {
  let value: Value | null = null
  let problem: ApiProblem | null = null
  let loading = false
  let turn = 0
  return {
    value: () => value,
    problem: () => problem,
    loading: () => loading,
    async load() {
      turn += 1
      const mine = turn
      loading = true
      options.changed()
      const answer = await request<Value>('GET', options.path())
      if (mine !== turn) return
      loading = false
      if (answer.ok) {
        value = options.join === undefined ? answer.body : options.join(value, answer.body)
        problem = null
      } else {
        if (answer.status === 401) options.refused()
        problem = answer.problem
      }
      options.changed()
    },
  }
}
