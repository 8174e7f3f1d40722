/**
 * Approvals that can still be taken back before they run. Everything here is read from what the server said of its holds, so
 * a reload, another tab and another browser all know the same; the clock that counts is the server's.
 */
import type { HoldRow } from './hold-row.ts'

export interface UndoOffer {
  /** The first of them. */
  readonly key: string
  readonly tool: string
  readonly ids: readonly string[]
  /** When the first of them runs. */
  readonly runsAt: number
}

/** Nobody approves two calls by hand within the moment that a card must have stood: these were approved together. */
const TOGETHER_MS = 600

export function canTakeBack({ state, runAfter }: Pick<HoldRow, 'state' | 'runAfter'>, now: number): boolean {
  return state === 'approved' && runAfter !== null && runAfter > now
}

/** What one person approved and can take back, oldest first. What was approved together is taken back together. */
export function undoOffers(rows: readonly HoldRow[], by: string | null, now: number): readonly UndoOffer[] {
  const mine = rows.filter((row) => canTakeBack(row, now) && row.decidedBy === by)
  const offers: UndoOffer[] = []
  let last: HoldRow | null = null
  for (const row of mine.toSorted((one, other) => (one.decidedAt ?? 0) - (other.decidedAt ?? 0))) {
    const open = offers.at(-1)
    if (open !== undefined && last !== null && areTogether(last, row)) {
      const runsAt = Math.min(open.runsAt, row.runAfter ?? open.runsAt)
      offers[offers.length - 1] = { ...open, ids: [...open.ids, row.id], runsAt }
    } else offers.push({ key: row.id, tool: row.tool, ids: [row.id], runsAt: row.runAfter ?? now })
    last = row
  }
  return offers
}

/** What the key takes back: what is open, with what was approved together with it; else the newest. */
export function undoTarget(
  rows: readonly HoldRow[],
  by: string | null,
  focus: string | null,
  now: number,
): readonly string[] {
  const offers = undoOffers(rows, by, now)
  const opened = offers.find(({ ids }) => focus !== null && ids.includes(focus))
  if (opened !== undefined) return opened.ids
  const row = rows.find(({ id }) => id === focus)
  if (row !== undefined && canTakeBack(row, now)) return [row.id]
  return offers.at(-1)?.ids ?? []
}

function areTogether(one: HoldRow, other: HoldRow): boolean {
  const isSameTool = one.tool === other.tool && one.identity === other.identity
  return isSameTool && Math.abs((other.decidedAt ?? 0) - (one.decidedAt ?? 0)) < TOGETHER_MS
}
