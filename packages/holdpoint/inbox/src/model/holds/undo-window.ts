/**
 * Approvals that can still be taken back before they run. Everything here is read from what the server said of its
 * holds, so a reload, another tab and another browser all know the same; the clock that counts is the server's.
 */
import type { Titles } from '@holdpoint/core'
import type { ApprovalRow } from './approval-row.ts'

export interface TakeBackOffer {
  /** The first of them. */
  readonly key: string
  readonly tool: string
  /** Of the first of them. */
  readonly titles: Titles
  readonly ids: readonly string[]
  /** When the first of them runs. */
  readonly runsAt: number
}

/**
 * A card must have stood this long before it can be approved: calls that were approved closer together were approved in
 * one step.
 */
const TOGETHER_MS = 600

export function canTakeBack({ state, runAfter }: Pick<ApprovalRow, 'state' | 'runAfter'>, now: number): boolean {
  return state === 'approved' && runAfter !== null && runAfter > now
}

/**
 * What one person approved and can take back, oldest first. What was approved together is taken back together:
 * `batches` are those that this tab sent, however long each of their answers took; elsewhere their times tell.
 */
export function undoOffers(
  rows: readonly ApprovalRow[],
  by: string | null,
  now: number,
  batches: readonly ReadonlySet<string>[],
): readonly TakeBackOffer[] {
  const mine = rows.filter((row) => canTakeBack(row, now) && row.decidedBy === by)
  const offers: TakeBackOffer[] = []
  let last: ApprovalRow | null = null
  for (const row of mine.toSorted((one, other) => (one.decidedAt ?? 0) - (other.decidedAt ?? 0))) {
    const batch = batches.find((ids) => ids.has(row.id))
    const place =
      batch !== undefined
        ? offers.findIndex(({ ids }) => ids.some((id) => batch.has(id)))
        : last !== null && areTogether(last, row)
          ? offers.length - 1
          : -1
    const open = offers[place]
    if (open === undefined)
      offers.push({ key: row.id, tool: row.tool, titles: row.titles, ids: [row.id], runsAt: row.runAfter ?? now })
    else {
      const runsAt = Math.min(open.runsAt, row.runAfter ?? open.runsAt)
      offers[place] = { ...open, ids: [...open.ids, row.id], runsAt }
    }
    last = batch === undefined ? row : null
  }
  return offers
}

/** What the key takes back: what is open, with what was approved together with it; else the newest. */
export function undoTarget(
  rows: readonly ApprovalRow[],
  by: string | null,
  focus: string | null,
  now: number,
  batches: readonly ReadonlySet<string>[],
): readonly string[] {
  const offers = undoOffers(rows, by, now, batches)
  const opened = offers.find(({ ids }) => focus !== null && ids.includes(focus))
  if (opened !== undefined) return opened.ids
  const row = rows.find(({ id }) => id === focus)
  if (row !== undefined && canTakeBack(row, now)) return [row.id]
  return offers.at(-1)?.ids ?? []
}

function areTogether(one: ApprovalRow, other: ApprovalRow): boolean {
  const isSameTool = one.tool === other.tool && one.identity === other.identity
  return isSameTool && Math.abs((other.decidedAt ?? 0) - (one.decidedAt ?? 0)) < TOGETHER_MS
}
