/**
 * How long a yes can be taken back before the call runs. What the policy sets counts for every yes. Where it sets
 * nothing, a yes to a call that cannot be undone waits a moment, if it was given on a surface that counts the moment
 * down and takes it back; elsewhere nobody could, so the wait would only be a delay.
 */
import type { Ruling } from '../policy/ruling.ts'
import type { Verdict } from './verdict.ts'

/** Of a call that cannot be undone. */
export const IRREVERSIBLE_UNDO_MS = 5000

export function undoWindowOf(
  { undoWindowMs, irreversible }: Pick<Ruling, 'undoWindowMs' | 'irreversible'>,
  verdict: Pick<Verdict, 'via' | 'inbox'>,
): number {
  return undoWindowMs ?? (irreversible && countsDown(verdict) ? IRREVERSIBLE_UNDO_MS : 0)
}

/** The rail decides; the terminal's and a token's bring a typed command as well as a press in the terminal's inbox. */
function countsDown({ via, inbox }: Pick<Verdict, 'via' | 'inbox'>): boolean {
  return via === 'page' || inbox === true
}
