/**
 * What follows from an approval, as far as it is known. That it runs is said only while something stands ready to run
 * it: not while everything is paused, not where the agent went away, and not once it should have begun and has not.
 */
import type { ApprovalDetail, ApprovalView } from '../../api/answers.ts'
import type { Words } from '../../words/words.ts'

export type Following = 'paused' | 'paused-soon' | 'caller-left' | 'when-asked-again' | 'now'

/** Before it is sent the server is asked once more what the tool is and what it is about: that may take a while. */
const BEGINS_WITHIN_MS = 30_000

export function followingOf(
  approval: ApprovalView & Partial<Pick<ApprovalDetail, 'caller_left' | 'server_state'>>,
  isPaused: boolean,
  now: number,
): Following {
  const since = Date.parse(approval.run_after ?? approval.decided_at ?? '')
  // Approved calls wait with a pause; what is tried meanwhile is given up until the agent asks again.
  if (isPaused) return since > now ? 'paused-soon' : 'paused'
  if (approval.caller_left === true) return 'caller-left'
  if (approval.server_state === 'disconnected' || now - since > BEGINS_WITHIN_MS) return 'when-asked-again'
  return 'now'
}

/** On the page of an approved call. */
export function followingText(following: Following, words: Words): string {
  switch (following) {
    case 'paused':
      return words.approvedPaused
    case 'paused-soon':
      return words.approvedPausedSoon
    case 'caller-left':
      return words.approvedCallerLeft
    case 'when-asked-again':
      return words.approvedAskedAgain
    case 'now':
      return words.approvedNow
  }
}

/** What is said after the press; takes the tool's name. */
export function saidApproved(following: Following, words: Words): string {
  switch (following) {
    case 'paused':
    case 'paused-soon':
      return words.youApprovedPaused
    case 'caller-left':
    case 'when-asked-again':
      return words.youApprovedAskedAgain
    case 'now':
      return words.youApproved
  }
}
