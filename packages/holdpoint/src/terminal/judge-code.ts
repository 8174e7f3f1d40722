/** Whether what was typed confirms: the right code, no sooner than a person could have read what stands above it. */
import { matchesConfirmationCode } from './confirmation-code.ts'

export type CodeAnswer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'not-confirmed'; readonly why: 'wrong-code' | 'too-fast' | 'no-answer' }

/** What arrives sooner was typed ahead or pasted blindly. */
export const SOONEST_ANSWER_MS = 400

export function judgeCode(code: string, typed: string, shownForMs: number): CodeAnswer {
  if (shownForMs < SOONEST_ANSWER_MS) return { kind: 'not-confirmed', why: 'too-fast' }
  return matchesConfirmationCode(code, typed) ? { kind: 'confirmed' } : { kind: 'not-confirmed', why: 'wrong-code' }
}
