/**
 * May this verdict count on this hold? Checked at the verdict and again before dispatch, because an approver can be
 * removed in between. It refuses to know how somebody was identified: that is the rail's word in `assurance`.
 */
import { suffices } from './assurance.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { Refusal } from './hold-event.ts'
import type { Verdict } from './verdict.ts'

/** A hold, or a call that somebody asks to let pass by a standing permission. */
export interface Question {
  readonly ruling: Ruling
  readonly call: { readonly principal: string }
}

export function checkEligibility(
  hold: Question,
  verdict: Pick<Verdict, 'answer' | 'by' | 'via' | 'assurance'>,
): Refusal | null {
  const { approvers, assurance, quorum, rails } = hold.ruling
  // A "no" needs no authority beyond being allowed to look: whoever stops a call harms nobody's approval.
  if (verdict.answer !== 'approve') return null
  if (rails !== null && !rails.includes(verdict.via) && verdict.via !== 'api') {
    return {
      code: 'WRONG_RAIL',
      message: `The rule "${hold.ruling.rule}" is decided via ${rails.join(', ')}, not via ${verdict.via}.`,
    }
  }
  if (!suffices(verdict.assurance, assurance)) {
    return {
      code: 'INSUFFICIENT_ASSURANCE',
      message: `This call needs an approval with assurance "${assurance}"; this one has "${verdict.assurance}". Decide on the signed-in page or with an approver's token.`,
    }
  }
  // The host's word is the requester's own voice, so it cannot be one of several pairs of eyes.
  if (quorum > 1 && (verdict.assurance === 'host' || verdict.by === hold.call.principal)) {
    return {
      code: 'INSUFFICIENT_ASSURANCE',
      message: `This call needs ${quorum} approvers; the requester's own side is none of them.`,
    }
  }
  if (approvers !== null && !approvers.includes(verdict.by)) {
    return {
      code: 'NOT_AN_APPROVER',
      message: `${verdict.by} is not among the approvers of the rule "${hold.ruling.rule}".`,
    }
  }
  return null
}
