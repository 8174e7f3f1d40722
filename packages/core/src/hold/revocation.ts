/**
 * May somebody take this approval back? It overrules whoever gave it, so it takes the same right; but not the same rail: the
 * form in which a call was approved is gone by then, and nobody is served by an approval that stands for want of one.
 */
import type { Voice } from '../people/people.ts'
import { checkEligibility } from './eligibility.ts'
import type { Question } from './eligibility.ts'
import type { Refusal } from './hold-event.ts'
import type { Verdict } from './verdict.ts'

export function checkRevocation(
  { ruling, call }: Question,
  voice: Pick<Verdict, 'by' | 'via' | 'assurance'> & Voice,
): Refusal | null {
  return checkEligibility({ ruling: { ...ruling, rails: null }, call }, { ...voice, answer: 'approve' })
}
