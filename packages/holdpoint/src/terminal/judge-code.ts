/**
 * Whether what was typed confirms: the right code and nothing else. How soon it comes says nothing: the code is drawn
 * when it is shown, so a person who types it has seen it.
 */
import { matchesConfirmationCode } from './confirmation-code.ts'

export type CodeAnswer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'not-confirmed'; readonly why: 'wrong-code' | 'no-answer' }

export function judgeCode(code: string, typed: string): CodeAnswer {
  return matchesConfirmationCode(code, typed) ? { kind: 'confirmed' } : { kind: 'not-confirmed', why: 'wrong-code' }
}

/** Where `y` is the whole answer, a key that was meant for something else would be one. */
export const SOONEST_YES_MS = 400
