/**
 * May this verdict count on this hold? Checked at the verdict and again before dispatch, because an approver can be
 * removed in between. It refuses to know how somebody was identified: that is the rail's word in `assurance`.
 */
import { suffices } from './assurance.ts'
import { identityOf } from '../people/people.ts'
import type { Voice } from '../people/people.ts'
import type { Rail, Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import type { Refusal } from './hold-event.ts'
import type { Verdict } from './verdict.ts'

/** A hold, or a call that somebody asks to let pass by a standing permission. */
export interface Question {
  readonly ruling: Ruling
  readonly call: { readonly principal: string }
}

export function checkEligibility(
  hold: Question,
  verdict: Pick<Verdict, 'answer' | 'by' | 'via' | 'assurance'> & Voice,
): Refusal | null {
  const { approvers, assurance, quorum, rails } = hold.ruling
  // A "no" needs no authority beyond being allowed to look: whoever stops a call harms nobody's approval.
  if (verdict.answer !== 'approve') return null
  if (rails !== null && !rails.includes(verdict.via) && verdict.via !== 'api') {
    return {
      code: 'WRONG_RAIL',
      message: wrongRail(rails, verdict.via),
    }
  }
  if (!suffices(verdict.assurance, assurance)) {
    return {
      code: 'INSUFFICIENT_ASSURANCE',
      message: say('assuranceTooWeak', { needed: assurance, given: verdict.assurance }),
    }
  }
  // The host's word is the requester's own voice, so it cannot be one of several pairs of eyes.
  if (quorum > 1 && (verdict.assurance === 'host' || isOwnSide(hold, verdict))) {
    return {
      code: 'INSUFFICIENT_ASSURANCE',
      message: say('ownSideIsNone', { n: quorum }),
    }
  }
  if (quorum > 1 && verdict.person === undefined) {
    return { code: 'NOT_AN_APPROVER', message: say('nobodysIdentity', { n: quorum, identity: identityOf(verdict.by) }) }
  }
  const names = verdict.person === undefined ? [verdict.by] : [verdict.by, verdict.person]
  if (approvers !== null && !names.some((name) => approvers.includes(name))) {
    return {
      code: 'NOT_AN_APPROVER',
      message: say('notAnApprover', { by: verdict.by, approvers: namesOf(approvers) }),
    }
  }
  return null
}

/** Whoever asked, under whatever identity they come back. */
function isOwnSide({ call }: Question, { by, person, requester }: Pick<Verdict, 'by'> & Voice): boolean {
  return by === call.principal || (person !== undefined && person === requester)
}

const MOST_NAMES = 5

/** So that whoever may not approve knows whom to ask. */
function namesOf(approvers: readonly string[]): string {
  const more = approvers.length - MOST_NAMES
  return approvers.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ', …' : '')
}

function wrongRail(rails: readonly Rail[], rail: Rail): string {
  const [first = '', second, ...others] = rails
  if (second === undefined) return say('decidedOnOneRail', { first, rail })
  if (others.length === 0) return say('decidedOnTwoRails', { first, second, rail })
  return say('decidedOnThreeRails', { first, second, third: others.join(', '), rail })
}
