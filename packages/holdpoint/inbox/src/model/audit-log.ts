/** The audit log of a stretch of time, newest first. The log is read from its old end, and only so far. */
import type { ShownRecord } from '../api/answers.ts'
import { request } from '../api/request.ts'
import type { ApiAnswer, ApiProblem } from '../api/request.ts'
import type { Remote } from './remote.ts'
import type { Filter } from './route.ts'

export interface AuditPages {
  readonly records: readonly ShownRecord[]
  /** Whether the newest are missing: the stretch holds more than is read at once. */
  readonly cut: boolean
}

interface LoadedRecords {
  readonly records: readonly ShownRecord[]
  readonly next_cursor: string | null
}

const MOST_PAGES = 10
/** How far back the log is read unless the person chooses. */
export const AUDIT_SPAN = '24h'

export function createAuditPages(
  filter: () => Filter,
  hooks: { readonly changed: () => void; readonly refused: () => void },
): Remote<AuditPages> {
  let value: AuditPages | null = null
  let problem: ApiProblem | null = null
  let loading = false
  let turn = 0

  async function load(): Promise<void> {
    turn += 1
    const mine = turn
    loading = true
    hooks.changed()
    let records: readonly ShownRecord[] = []
    let cursor: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer: ApiAnswer<LoadedRecords> = await request<LoadedRecords>(
        'GET',
        `/admin/audit?${query(filter(), cursor)}`,
      )
      if (mine !== turn) return
      if (!answer.ok) {
        if (answer.status === 401) hooks.refused()
        problem = answer.problem
        loading = false
        return hooks.changed()
      }
      records = [...records, ...answer.body.records]
      cursor = answer.body.next_cursor
      if (cursor === null) break
    }
    value = { records: records.toReversed(), cut: cursor !== null }
    problem = null
    loading = false
    hooks.changed()
  }

  return { value: () => value, problem: () => problem, loading: () => loading, load }
}

function query({ since, server, tool }: Filter, cursor: string | null): URLSearchParams {
  const parameters = new URLSearchParams({ since: since === '' ? AUDIT_SPAN : since, limit: '1000' })
  if (server !== '') parameters.set('server', server)
  if (tool !== '') parameters.set('tool', tool)
  if (cursor !== null) parameters.set('cursor', cursor)
  return parameters
}
