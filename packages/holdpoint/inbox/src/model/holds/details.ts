/** The holds that are looked at, with everything a person is shown, and the words about the last answer. */
import type { Invocation } from '@holdpoint/card'
import { approvalIn } from '@holdpoint/core'
import type { ApprovalDetail, ShownRecord } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import type { ApiProblem } from '../../api/request.ts'
import type { Words } from '../../words/words.ts'
import { fromDetail } from './invocation.ts'

export interface Detail {
  /** As the service sent it. */
  readonly received: ApprovalDetail
  /** The same in the language of the page. */
  readonly approval: ApprovalDetail
  /** The same object while nothing changed: the card takes another one for news. */
  readonly invocation: Invocation
  readonly notice: string | null
  /** The states of the hold in which the notice is true; none: it stays true. */
  readonly noticeDuring: readonly string[]
  readonly records: readonly ShownRecord[]
}

export interface Details {
  readonly get: (id: string) => Detail | ApiProblem | null
  /** Whether the service answered with it. */
  readonly load: (id: string) => Promise<boolean>
  readonly say: (id: string, notice: string | null, during: readonly string[]) => void
  /** The card waits after an answer until it is given its call again. */
  readonly release: (id: string) => void
  /** What is known of the servers changed. */
  readonly judge: () => void
  /** The language changed. */
  readonly translate: () => void
  readonly known: () => readonly string[]
}

const MOST_KEPT = 40

export function createDetails(options: {
  readonly trust: (server: string, identity: string) => Invocation['server']['trust']
  readonly words: () => Words
  readonly changed: () => void
  readonly refused: () => void
}): Details {
  const kept = new Map<string, Detail | ApiProblem>()
  const texts = new Map<string, string>()
  const answered = new Map<string, number>()
  let turn = 0

  function keep(id: string, detail: Detail | ApiProblem): void {
    kept.delete(id)
    kept.set(id, detail)
    const oldest = kept.keys().next().value
    if (kept.size > MOST_KEPT && oldest !== undefined) {
      kept.delete(oldest)
      texts.delete(oldest)
      answered.delete(oldest)
    }
    options.changed()
  }

  function change(id: string, part: (detail: Detail) => Partial<Detail>): void {
    const known = kept.get(id)
    if (known === undefined || !('approval' in known)) return
    keep(id, { ...known, ...part(known) })
  }

  function trustOf({ server, server_identity }: ApprovalDetail): Invocation['server']['trust'] {
    return options.trust(server, server_identity)
  }

  function inWords(received: ApprovalDetail): Pick<Detail, 'received' | 'approval' | 'invocation'> {
    const approval = approvalIn(received, options.words().language)
    return { received, approval, invocation: fromDetail(approval, trustOf(approval), options.words()) }
  }

  async function load(id: string): Promise<boolean> {
    const path = encodeURIComponent(id)
    turn += 1
    const mine = turn
    const [answer, log] = await Promise.all([
      request<ApprovalDetail>('GET', `/admin/approvals/${path}`),
      request<{ readonly records: readonly ShownRecord[] }>('GET', `/admin/audit?hold=${path}&limit=200`),
    ])
    // An answer that was overtaken by a later one would show an older state.
    if ((answered.get(id) ?? 0) > mine) return true
    if (!answer.ok) {
      if (answer.status === 401) options.refused()
      // What is on the screen already stays there while the server is away.
      else if (answer.status !== 0 || !kept.has(id)) keep(id, answer.problem)
      return false
    }
    answered.set(id, mine)
    const text = JSON.stringify(answer.body)
    const before = kept.get(id)
    const known = before !== undefined && 'approval' in before ? before : null
    const isSame = known !== null && texts.get(id) === text
    const records = log.ok ? log.body.records : (known?.records ?? [])
    texts.set(id, text)
    const noticeDuring = known?.noticeDuring ?? []
    const isTrue = noticeDuring.length === 0 || noticeDuring.includes(answer.body.state)
    const notice = isTrue ? (known?.notice ?? null) : null
    keep(id, { ...(isSame ? known : inWords(answer.body)), notice, noticeDuring, records })
    return true
  }

  return {
    get: (id) => kept.get(id) ?? null,
    load,
    say: (id, notice, noticeDuring) => change(id, () => ({ notice, noticeDuring })),
    release: (id) => change(id, ({ invocation }) => ({ invocation: { ...invocation } })),
    judge() {
      for (const [id, detail] of kept) {
        if (!('approval' in detail)) continue
        const trust = trustOf(detail.approval)
        const { server } = detail.invocation
        if (server.trust === trust) continue
        kept.set(id, { ...detail, invocation: { ...detail.invocation, server: { ...server, trust } } })
      }
    },
    translate() {
      for (const [id, detail] of kept) {
        if ('approval' in detail) kept.set(id, { ...detail, ...inWords(detail.received) })
      }
      options.changed()
    },
    known: () => [...kept.keys()],
  }
}
