/**
 * The two acts that run what cannot be undone: the key asks, and Enter or the typed code confirms. A question that nobody confirms lapses
 * soon, so that a later key is about nothing; so it does when the hold changes under it. The same rule as on the page.
 */
import { ARMED_MS, needsSecondAct } from '@holdpoint/core'
import type { ConfirmPrompt, InboxState, Prompt } from './inbox-state.ts'

/** A code has to be read and typed. */
const CODE_STANDS_MS = 20_000

export function isArmed(prompt: Prompt | null): prompt is ConfirmPrompt {
  return prompt?.kind === 'confirm' && prompt.wish.kind === 'approve' && needsSecondAct(prompt.prepared.hold.ruling)
}

export function standsFor({ prepared }: Pick<ConfirmPrompt, 'prepared'>): number {
  return prepared.code ? CODE_STANDS_MS : ARMED_MS
}

export function hasLapsed({ prompt, clock }: Pick<InboxState, 'prompt' | 'clock'>): boolean {
  return isArmed(prompt) && prompt.since !== null && clock - prompt.since >= standsFor(prompt)
}
