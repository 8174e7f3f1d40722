/**
 * May this person take this approval back? It overrules the approver, so it needs the same right; but not the same
 * rail: the form in which the call was approved is gone by then, and an approval must not stand only because the form
 * is gone.
 */
import type { VerdictPeople } from '../people/people.ts'
import { checkEligibility } from './eligibility.ts'
import type { RuledCall } from './eligibility.ts'
import type { Refusal } from './hold-event.ts'
import type { Verdict } from './verdict.ts'

export function checkRevocation(
  { ruling, call }: RuledCall,
  decider: Pick<Verdict, 'by' | 'via' | 'assurance'> & VerdictPeople,
): Refusal | null {
  return checkEligibility({ ruling: { ...ruling, rails: null }, call }, { ...decider, answer: 'approve' })
}
