/**
 * Whether a call that came to nothing may be asked again by a person: only where it is known that it had no effect. Whatever was sent and
 * not answered, or answered with an error by the tool itself, may have taken effect, and is for the agent and its user to look at.
 */
import type { ListedHold } from './listed-hold.ts'

export function mayAskAgain({ state, outcome, undoOf, edit, executeBy, attempt }: ListedHold): boolean {
  // What a person put in place of the arguments was theirs to say, and an offer to take back is made anew by what ran.
  if (undoOf !== undefined || edit !== null) return false
  switch (state) {
    case 'failed':
      return outcome?.kind === 'error' && outcome.notApplied === true
    case 'resolved':
      return outcome?.kind === 'resolved' && !outcome.executed
    case 'expired':
      // Approved, and never sent.
      return executeBy !== null && attempt === null
    case 'pending':
    case 'approved':
    case 'dispatching':
    case 'succeeded':
    case 'unknown':
    case 'declined':
    case 'cancelled':
    case 'invalidated':
      return false
  }
}
