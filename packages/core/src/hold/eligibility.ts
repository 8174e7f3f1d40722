/**
 * May this verdict count on this hold? Checked at the verdict and again before dispatch, because an approver can be
 * removed in between. It does not know how a person was identified: the rail says that in `assurance`.
 */
import { suffices } from './assurance.ts'
import { isOfChat } from '../people/chat-identity.ts'
import { identityOf } from '../people/people.ts'
import type { VerdictPeople } from '../people/people.ts'
import type { Assurance, Rail, Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import type { Refusal } from './hold-event.ts'
import type { Verdict } from './verdict.ts'

/** A hold, or a call that a person wants to let pass by a standing permission. */
export interface RuledCall {
  readonly ruling: Ruling
  readonly call: { readonly principal: string }
}

export function checkEligibility(
  hold: RuledCall,
  verdict: Pick<Verdict, 'answer' | 'by' | 'via' | 'assurance'> & VerdictPeople,
): Refusal | null {
  const { assurance, quorum, rails } = hold.ruling
  // Everybody in a group sees the buttons: an account that stands for no person who decides has no say at all there.
  if (isOfChat(verdict.by) && verdict.assurance !== 'host' && verdict.person === undefined) {
    return { code: 'NOT_AN_APPROVER', message: say('notInPeople', { identity: verdict.by }) }
  }
  // A message that any member of the chat could have forged declines nothing: it would be told in a person's name.
  if (isOfChat(verdict.by) && verdict.assurance === 'host' && !suffices('host', assurance)) {
    return tooWeak(assurance, 'host')
  }
  // A person who may look may also say "no": stopping a call takes no approval from others. Only in a chat, where everybody
  // sees the buttons, a no is that of the people whom the rule asks.
  if (verdict.answer !== 'approve') return isOfChat(verdict.by) ? outsideApprovers(hold, verdict) : null
  if (rails !== null && !rails.includes(verdict.via) && verdict.via !== 'api') {
    return {
      code: 'WRONG_RAIL',
      message: wrongRail(rails, verdict.via),
    }
  }
  if (!suffices(verdict.assurance, assurance)) return tooWeak(assurance, verdict.assurance)
  // The host's word is the requester's own, so it cannot count as another person's.
  if (quorum > 1 && (verdict.assurance === 'host' || isOwnSide(hold, verdict))) {
    return {
      code: 'INSUFFICIENT_ASSURANCE',
      message: say('ownSideIsNone', { n: quorum }),
    }
  }
  if (quorum > 1 && verdict.person === undefined) {
    return { code: 'NOT_AN_APPROVER', message: say('nobodysIdentity', { n: quorum, identity: identityOf(verdict.by) }) }
  }
  return outsideApprovers(hold, verdict)
}

/** Whether the rule counts this identity, or the person behind it; without a list it counts each. */
export function isAmongApprovers(
  approvers: Ruling['approvers'],
  { by, person }: Pick<Verdict, 'by'> & Pick<VerdictPeople, 'person'>,
): boolean {
  return approvers === null || approvers.includes(by) || (person !== undefined && approvers.includes(person))
}

/** Why the word of the host, which is the requester's own, cannot approve on this rail; `null`: it can. */
export function whyNotByHost(
  { ruling: { rails, assurance, quorum, approvers }, call }: RuledCall,
  rail: Rail,
): 'rail' | 'assurance' | 'quorum' | 'approvers' | null {
  if (rails !== null && !rails.includes(rail)) return 'rail'
  if (!suffices('host', assurance)) return 'assurance'
  if (quorum > 1) return 'quorum'
  return isAmongApprovers(approvers, { by: call.principal }) ? null : 'approvers'
}

function outsideApprovers(
  { ruling: { approvers } }: RuledCall,
  { by, person }: Pick<Verdict, 'by'> & VerdictPeople,
): Refusal | null {
  if (isAmongApprovers(approvers, { by, ...(person === undefined ? {} : { person }) })) return null
  return { code: 'NOT_AN_APPROVER', message: say('notAnApprover', { by, approvers: namesOf(approvers ?? []) }) }
}

function tooWeak(needed: Assurance, given: Assurance): Refusal {
  return { code: 'INSUFFICIENT_ASSURANCE', message: say('assuranceTooWeak', { needed, given }) }
}

/** Whether the decider is the person who asked, under any identity. */
function isOwnSide({ call }: RuledCall, { by, person, requester }: Pick<Verdict, 'by'> & VerdictPeople): boolean {
  return by === call.principal || (person !== undefined && person === requester)
}

const MOST_NAMES = 5

/** So that a person who may not approve knows whom to ask. */
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
