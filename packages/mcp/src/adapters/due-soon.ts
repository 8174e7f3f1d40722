/** A person has decided and the call is as good as begun: then it is worth a wait, even where a call that nobody decided pauses at once. */
import type { RequestedHold } from '../requests/hold-requests.ts'

const LONGEST_S = 50

/** How many seconds to wait for it; 0: it is not known when it goes on. */
export function dueWithinSeconds({ state, run_after: runAfter }: RequestedHold): number {
  // Another presentation of this call runs it: its outcome is this one's too.
  if (state === 'dispatching') return LONGEST_S
  // It can be taken back until then.
  if (state !== 'approved' || runAfter === null) return 0
  const seconds = Math.ceil((Date.parse(runAfter) - Date.now()) / 1000) + 1
  return Math.min(LONGEST_S, Math.max(1, seconds))
}
