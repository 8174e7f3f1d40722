/** What follows from an approval, in the words of the page. What does follow is the core's to say. */
import { afterApproval } from '@holdpoint/core'
import type { AfterApproval } from '@holdpoint/core'
import type { ApprovalDetail, ApprovalView } from '../../api/answers.ts'
import type { Words } from '../../words/words.ts'

/** Without what only the whole approval says: whether the agent left, and whether its server is there. */
export function followingOf(
  approval: ApprovalView & Partial<Pick<ApprovalDetail, 'caller_left' | 'server_state'>>,
  isPaused: boolean,
  now: number,
): AfterApproval {
  const facts = {
    runAfter: timeOf(approval.run_after),
    decidedAt: timeOf(approval.decided_at),
    callerLeft: approval.caller_left === true,
    reached: approval.server_state !== 'disconnected',
    paused: isPaused,
    byRequester: approval.runs_in !== null,
  }
  return afterApproval(facts, now)
}

function timeOf(moment: string | null | undefined): number | null {
  return moment === null || moment === undefined ? null : Date.parse(moment)
}

/** On the page of an approved call. */
export function followingText(following: AfterApproval, words: Words): string {
  switch (following) {
    case 'paused':
      return words.approvedPaused
    case 'paused-soon':
      return words.approvedPausedSoon
    case 'caller-left':
      return words.approvedCallerLeft
    case 'when-asked-again':
      return words.approvedAskedAgain
    case 'requester':
      return words.approvedRequester
    case 'now':
      return words.approvedNow
  }
}

/** What is said after the press; takes the tool's name. */
export function saidApproved(following: AfterApproval, words: Words): string {
  switch (following) {
    case 'paused':
    case 'paused-soon':
      return words.youApprovedPaused
    case 'caller-left':
    case 'when-asked-again':
      return words.youApprovedAskedAgain
    case 'requester':
      return words.youApprovedRequester
    case 'now':
      return words.youApproved
  }
}
