/**
 * One person's answer meets one hold. Approving needs eligibility and, with a quorum, company; a "no" ends the question
 * at once. A verdict after the decision never changes it: the same person repeating themselves gets the receipt,
 * anybody contradicting gets the winner's name.
 */
import type { Hold } from './hold.ts'
import type { Refusal, Transition } from './hold-event.ts'
import { checkEligibility } from './eligibility.ts'
import { decisiveVerdict, quorumMet } from './quorum.ts'
import type { Verdict } from './verdict.ts'

export function applyVerdict(hold: Hold, verdict: Verdict): Transition {
  if (hold.state !== 'pending') return afterDecision(hold, verdict)
  if (verdict.at >= hold.decideBy) {
    return refuse('TOO_LATE', 'The question has expired; nothing ran. The agent may ask again.')
  }
  const ineligible = checkEligibility(hold, verdict)
  if (ineligible !== null) return { ok: false, refusal: ineligible }
  if (verdict.answer === 'approve' && hold.verdicts.some((earlier) => earlier.by === verdict.by)) {
    return refuse('ALREADY_SAID', `${verdict.by} has approved already; ${hold.ruling.quorum} approvers are needed.`)
  }
  const voted: Hold = { ...hold, revision: hold.revision + 1, verdicts: [...hold.verdicts, verdict] }
  switch (verdict.answer) {
    case 'approve':
      return { ok: true, hold: quorumMet(voted) ? approved(voted, verdict.at) : voted }
    case 'decline':
      return { ok: true, hold: { ...voted, state: 'declined', decidedAt: verdict.at, endedAt: verdict.at } }
    case 'cancel':
      return { ok: true, hold: { ...voted, state: 'cancelled', decidedAt: verdict.at, endedAt: verdict.at } }
  }
}

function approved(hold: Hold, at: number): Hold {
  return { ...hold, state: 'approved', decidedAt: at, executeBy: at + hold.ruling.executeWithinMs }
}

function afterDecision(hold: Hold, verdict: Verdict): Transition {
  // The latest word of a person is their word: one who approved first and then declined has declined.
  const own = hold.verdicts.findLast((earlier) => earlier.by === verdict.by)
  if (own !== undefined && own.answer === verdict.answer) {
    return refuse('ALREADY_SAID', `${verdict.by} has said so already; the hold is ${hold.state}.`)
  }
  const winner = decisiveVerdict(hold)
  if (winner === null)
    return refuse('TOO_LATE', `The hold is ${hold.state}${hold.note === null ? '' : `: ${hold.note}`}`)
  return refuse('CONFLICT', `Already ${wording(winner)} by ${winner.by} via ${winner.via}; the hold is ${hold.state}.`)
}

function wording(verdict: Verdict): string {
  return { approve: 'approved', decline: 'declined', cancel: 'cancelled' }[verdict.answer]
}

function refuse(code: Refusal['code'], message: string): Transition {
  return { ok: false, refusal: { code, message } }
}
