/** Single settings compared: is the second one looser, or at least not provably as tight? */
import { suffices } from '../hold/assurance.ts'
import { IRREVERSIBLE_UNDO_MS } from '../hold/undo-window.ts'
import { isAbove } from './risk-order.ts'
import type { Assurance, Rail, Risk } from './ruling.ts'

export function isLonger(before: number, after: number): boolean {
  return after > before
}

/** No override leaves the rating to others, which may say anything from low to high. */
export function looserRiskOverride(before: Risk | null, after: Risk | null): boolean {
  if (after === null) return before !== null && before !== 'low'
  return isAbove(before ?? 'high', after)
}

/** `null` is the mode's default: `host` or `identified`. */
export function looserAssurance(before: Assurance | null, after: Assurance | null): boolean {
  if (before === after) return false
  if (after === null) return before !== 'host'
  return !suffices(after, before ?? 'identified')
}

/** `null`: any approver. */
export function looserApprovers(before: readonly string[] | null, after: readonly string[] | null): boolean {
  if (before === null) return false
  return after === null || after.some((approver) => !before.includes(approver))
}

export function looserRails(before: readonly Rail[] | null, after: readonly Rail[] | null): boolean {
  if (before === null) return false
  return after === null || after.some((rail) => !before.includes(rail))
}

/** How long approvals can be taken back: of what cannot be undone, where that is counted down, and of all else. */
export interface UndoWindows {
  readonly counted: number
  readonly other: number
}

/** `null`: it is not set. */
export function undoWindows(windowMs: number | null): UndoWindows {
  return { counted: windowMs ?? IRREVERSIBLE_UNDO_MS, other: windowMs ?? 0 }
}

export function areShorter(before: UndoWindows, after: UndoWindows): boolean {
  return after.counted < before.counted || after.other < before.other
}

/** `null` leaves the window to others: at most so long before, at least so long afterwards. */
export function shorterWindow(
  before: number | null,
  after: number | null,
  others: { readonly before: UndoWindows; readonly after: UndoWindows },
): boolean {
  if (before === after) return false
  return areShorter(
    before === null ? others.before : undoWindows(before),
    after === null ? others.after : undoWindows(after),
  )
}

/** For a rule `null` is the tenant's quorum, for a tenant it is one: either way a number may be more or less. */
export function looserQuorum(before: number | null, after: number | null): boolean {
  if (before === after) return false
  return after === null ? before !== 1 : after < (before ?? 1)
}
