/**
 * Which of the holds that wait in a chat a reply answers. A code names exactly one of them. A bare word answers only
 * where a single hold waits and that hold asks for no code; it is never given to "the latest" or "the first".
 *
 * It decides nothing: whether the writer may answer that hold is asked at the one door, `decide`.
 */
import type { ReplyReading } from './read-reply.ts'

export interface WaitingHold {
  readonly code: string
  /** A group, an approver who answers for others, or a rule that demands it: here a bare word decides nothing. */
  readonly needsCode: boolean
}

export type ReplyMatch<Waiting extends WaitingHold> =
  | { readonly kind: 'confirm' | 'cancel'; readonly hold: Waiting }
  | {
      readonly kind: 'none'
      /**
       * `code-needed`: a bare word, to be answered with what to type. `unknown-code`: no hold waits here under the
       * code.
       */
      readonly why: 'no-answer' | 'nothing-waits' | 'code-needed' | 'unknown-code'
    }

/** `waiting`: the holds that were asked about in the chat from which the reply came, and no others. */
export function matchReply<Waiting extends WaitingHold>(
  reading: ReplyReading,
  waiting: readonly Waiting[],
): ReplyMatch<Waiting> {
  if (reading.kind === 'none') return { kind: 'none', why: 'no-answer' }
  const { kind, code } = reading
  const meant = code === undefined ? waiting : waiting.filter((hold) => hold.code.toUpperCase() === code)
  const [hold] = meant
  if (hold === undefined) return { kind: 'none', why: code === undefined ? 'nothing-waits' : 'unknown-code' }
  // Two holds under one code: neither is named.
  if (meant.length > 1) return { kind: 'none', why: code === undefined ? 'code-needed' : 'unknown-code' }
  return code === undefined && hold.needsCode ? { kind: 'none', why: 'code-needed' } : { kind, hold }
}
