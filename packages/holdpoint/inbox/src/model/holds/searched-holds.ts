/**
 * Asks the server whether holds that events brought fit the searched words: only the server can say, since it searches
 * more than a list shows, and words in another way. Holds are asked about together, a moment after their events.
 */
import type { ApprovalPage, ApprovalView } from '../../api/answers.ts'
import { OFFLINE } from '../../api/request.ts'
import type { ApiProblem } from '../../api/request.ts'

export interface SearchedHolds {
  readonly ask: (approval: ApprovalView) => void
  /** The person has left the list. */
  readonly stop: () => void
}

export interface SearchedHoldsOptions {
  /** A page of what fits, newest first. */
  readonly fetchPage: (state: string, from: string | null, size: number) => Promise<ApprovalPage | ApiProblem>
  /** Runs the asking: what events tell meanwhile is newer than its answer. */
  readonly whileFetching: (work: () => Promise<void>) => Promise<void>
  readonly found: (approvals: readonly ApprovalView[]) => void
}

const PAGE_SIZE = 100
const GATHER_MS = 300
const AGAIN_MS = 5000

export function createSearchedHolds({ fetchPage, whileFetching, found }: SearchedHoldsOptions): SearchedHolds {
  const asked = new Map<string, ApprovalView>()
  let isUnderWay = false
  let isOver = false

  function ask(approval: ApprovalView): void {
    asked.set(approval.id, approval)
    if (isUnderWay) return
    isUnderWay = true
    setTimeout(() => void answerAll(), GATHER_MS)
  }

  async function answerAll(): Promise<void> {
    const gathered = [...asked.values()]
    asked.clear()
    let isOffline = false
    await whileFetching(async () => {
      for (const state of new Set(gathered.map((approval) => approval.state))) {
        const arrived = gathered.filter((approval) => approval.state === state)
        const fitting = await findAmong(state, arrived)
        if (!('code' in fitting)) found(fitting)
        // Any other refusal would be repeated too; a list that is loaded anew tells why.
        else if (fitting.code === OFFLINE.code) {
          isOffline = true
          for (const approval of arrived) if (!asked.has(approval.id)) asked.set(approval.id, approval)
        }
      }
    })
    isUnderWay = asked.size > 0 && !isOver
    if (isUnderWay) setTimeout(() => void answerAll(), isOffline ? AGAIN_MS : GATHER_MS)
  }

  /** Those of them that the server lists. */
  async function findAmong(
    state: string,
    arrived: readonly ApprovalView[],
  ): Promise<readonly ApprovalView[] | ApiProblem> {
    const ids = new Set(arrived.map(({ id }) => id))
    const earliest = Math.min(...arrived.map(madeAt))
    const fitting: ApprovalView[] = []
    let from: string | null = null
    do {
      const page: ApprovalPage | ApiProblem = await fetchPage(state, from, PAGE_SIZE)
      if ('code' in page) return page
      fitting.push(...page.approvals.filter(({ id }) => ids.has(id)))
      const last = page.approvals.at(-1)
      from = last === undefined || madeAt(last) < earliest ? null : page.next_cursor
    } while (from !== null)
    return fitting
  }

  return {
    ask,
    stop() {
      isOver = true
      asked.clear()
    },
  }
}

function madeAt({ created_at: createdAt }: ApprovalView): number {
  return Date.parse(createdAt)
}
