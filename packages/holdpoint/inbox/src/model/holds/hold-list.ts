/**
 * The holds of one view: fetched page by page, kept current by events. What waits is fetched whole, so that groups and
 * counts are true; history is fetched as far as the person scrolls.
 */
import type { ApprovalPage, ApprovalView } from '../../api/answers.ts'
import { serverNow } from '../../api/clock.ts'
import { request } from '../../api/request.ts'
import type { ApiProblem } from '../../api/request.ts'
import { needsPerson, toApprovalRow } from './approval-row.ts'
import type { ApprovalRow } from './approval-row.ts'
import type { Filter } from '../route.ts'
import { createOrderedRows } from './ordered-rows.ts'
import { createSearchedHolds } from './searched-holds.ts'
import { canTakeBack } from './undo-window.ts'

export interface HoldList {
  readonly rows: () => readonly ApprovalRow[]
  readonly get: (id: string) => ApprovalRow | null
  readonly status: () => 'loading' | 'ready' | ApiProblem
  readonly hasMore: () => boolean
  readonly load: () => Promise<void>
  readonly loadMore: () => Promise<void>
  readonly take: (approval: ApprovalView) => void
  /** Removes rows that no longer need a person, except one that is being looked at. */
  readonly sweep: (kept: string | null) => void
  /** The person has left it. */
  readonly leave: () => void
}

export interface HoldListOptions {
  readonly kind: 'waiting' | 'history'
  readonly filter: Filter
  readonly changed: () => void
  readonly refused: () => void
  /** Calls that came to need a person while no event arrived. Not those of the first list. */
  readonly appeared?: (rows: readonly ApprovalRow[]) => void
}

const PAGE_SIZE = 100
const LARGER_PAGE_SIZE = 200
/** A decided row stays long enough to be seen, so that the list does not move under a pointer. */
const LINGER_MS = 6000

export function createHoldList({ kind, filter, changed, refused, appeared }: HoldListOptions): HoldList {
  const rows = createOrderedRows()
  const leftAt = new Map<string, number>()
  let status: 'loading' | 'ready' | ApiProblem = 'loading'
  /** Everything that it holds was fetched once. */
  let wasListed = false
  let cursor: string | null = null
  let turn = 0
  let loadingMore = false
  /** What events brought while pages were on their way: a page shows an earlier state and must not undo it. */
  const arrivedMeanwhile: ApprovalView[] = []
  let fetching = 0

  function put(row: ApprovalRow): void {
    const known = rows.get(row.id)
    rows.put(row)
    if (kind === 'waiting' && !needsPerson(row) && (known === undefined || needsPerson(known))) {
      leftAt.set(row.id, performance.now())
    }
  }

  async function fetchPage(state: string, from: string | null, size: number): Promise<ApprovalPage | ApiProblem> {
    const parameters = new URLSearchParams({ limit: String(size) })
    if (state !== '') parameters.set('state', state)
    if (filter.risk !== '') parameters.set('risk', filter.risk)
    if (filter.server !== '') parameters.set('server', filter.server)
    if (filter.tool !== '') parameters.set('tool', filter.tool)
    if (filter.q !== '') parameters.set('q', filter.q)
    if (from !== null) parameters.set('cursor', from)
    const answer = await request<ApprovalPage>('GET', `/admin/approvals?${parameters}`)
    if (answer.ok) return answer.body
    if (answer.status === 401) refused()
    return answer.problem
  }

  async function whileFetching<T>(work: () => Promise<T>): Promise<T> {
    fetching += 1
    try {
      return await work()
    } finally {
      fetching -= 1
      if (fetching === 0) arrivedMeanwhile.length = 0
    }
  }

  /** Replaces what was known: what vanished meanwhile must not stay. */
  async function load(): Promise<void> {
    turn += 1
    await whileFetching(loadPages)
  }

  async function loadPages(): Promise<void> {
    const mine = turn
    const states =
      filter.state !== '' ? [filter.state] : kind === 'waiting' ? ['pending', 'unknown', 'approved'] : ['decided']
    const pages = await Promise.all(states.map((state) => fetchPage(state, null, PAGE_SIZE)))
    if (mine !== turn) return
    const failed = pages.find((page) => 'code' in page)
    if (failed !== undefined && 'code' in failed) {
      status = failed
      return changed()
    }
    const listed = (pages as readonly ApprovalPage[]).flatMap(({ approvals }) => approvals.map(toApprovalRow))
    const before = wasListed ? new Map(rows.all().map(({ id, state }) => [id, state])) : null
    const unheard = unheardOf(listed, before)
    rows.clear()
    leftAt.clear()
    for (const row of listed) if (belongs(row)) put(row)
    arrivedMeanwhile.forEach(keepCurrent)
    cursor = (pages as readonly ApprovalPage[])[0]?.next_cursor ?? null
    status = 'ready'
    changed()
    if (kind !== 'waiting') return
    while (cursor !== null) {
      const found = await more(mine)
      if (found === null) break
      unheard.push(...unheardOf(found, before))
      changed()
    }
    if (unheard.length > 0) appeared?.(unheard)
    wasListed ||= cursor === null
  }

  /** Those that came to need a person since `before` without an event; none where nothing was known before. */
  function unheardOf(found: readonly ApprovalRow[], before: ReadonlyMap<string, string> | null): ApprovalRow[] {
    if (before === null) return []
    const arrived = new Set(arrivedMeanwhile.map(({ id }) => id))
    return found.filter((row) => needsPerson(row) && before.get(row.id) !== row.state && !arrived.has(row.id))
  }

  /** The next rows, in the list already; `null`: there is no going on. */
  async function more(mine: number): Promise<readonly ApprovalRow[] | null> {
    const state = filter.state !== '' ? filter.state : kind === 'waiting' ? 'pending' : 'decided'
    const page = await fetchPage(state, cursor, LARGER_PAGE_SIZE)
    if (mine !== turn || 'code' in page) return null
    const found = page.approvals.map(toApprovalRow).filter(({ id }) => rows.get(id) === undefined)
    found.forEach(put)
    arrivedMeanwhile.forEach(keepCurrent)
    cursor = page.next_cursor
    return found
  }

  /**
   * What waits: for a person's answer, or for the moment until which that answer can be taken back. History has what
   * no longer needs a person.
   */
  function belongs(row: ApprovalRow): boolean {
    if (kind === 'history') return filter.state !== '' || !needsPerson(row)
    return needsPerson(row) || canTakeBack(row, serverNow())
  }

  /** As far as the page can check it: only the server knows whether the searched words are found. */
  function fits(approval: ApprovalView): boolean {
    if (filter.state !== '' && approval.state !== filter.state) return false
    if (filter.risk !== '' && approval.risk !== filter.risk) return false
    if (filter.server !== '' && approval.server !== filter.server) return false
    return filter.tool === '' || approval.tool === filter.tool
  }

  /** Behind the last row that was fetched: it comes when the person scrolls so far. */
  function comesLater({ createdAt }: ApprovalRow): boolean {
    return kind === 'history' && cursor !== null && createdAt < (rows.all().at(-1)?.createdAt ?? 0)
  }

  function keepCurrent(approval: ApprovalView): void {
    const isKnown = rows.get(approval.id) !== undefined
    const row = toApprovalRow(approval)
    if (!isKnown && (!fits(approval) || !belongs(row))) return
    if (!isKnown && filter.q !== '') {
      if (!comesLater(row)) searched.ask(approval)
      return
    }
    if (isKnown && kind === 'history' && !(fits(approval) && belongs(row))) rows.remove(approval.id)
    else put(row)
  }

  const searched = createSearchedHolds({
    fetchPage,
    whileFetching,
    found(approvals) {
      for (const approval of approvals) {
        const row = toApprovalRow(approval)
        if (rows.get(row.id) === undefined && belongs(row)) put(row)
      }
      arrivedMeanwhile.forEach(keepCurrent)
      changed()
    },
  })

  return {
    rows: rows.all,
    get: (id) => rows.get(id) ?? null,
    status: () => status,
    hasMore: () => cursor !== null,
    load,
    leave: searched.stop,
    async loadMore() {
      if (loadingMore || cursor === null || kind === 'waiting') return
      loadingMore = true
      await whileFetching(async () => await more(turn))
      loadingMore = false
      changed()
    },
    take(approval) {
      if (fetching > 0) arrivedMeanwhile.push(approval)
      keepCurrent(approval)
      changed()
    },
    sweep(kept) {
      const old = performance.now() - LINGER_MS
      for (const [id, at] of leftAt) {
        const row = rows.get(id)
        if (row !== undefined && needsPerson(row)) leftAt.delete(id)
        else if (row !== undefined && canTakeBack(row, serverNow())) leftAt.set(id, performance.now())
        else if (at < old && id !== kept) {
          leftAt.delete(id)
          rows.remove(id)
        }
      }
    },
  }
}
