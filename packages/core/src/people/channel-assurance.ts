/**
 * What an answer in a chat is worth. The platform vouches for the person only where its own connection or a signature
 * over the body carries the answer, and the person means this hold only where the button or the code names it.
 * Everything else is a host's word, which decides nothing in `serve`. An account that stands for no person has no word
 * at all.
 */
import { say } from '../sentence/say.ts'

export interface ChannelAnswer {
  /** `authenticated`: the platform's own connection, or a signature that covers the body. */
  readonly envelope: 'authenticated' | 'unsigned'
  /** Whether the account stands for a person who may decide, in the tenant of the hold, at this moment. */
  readonly mapped: boolean
  readonly answered: 'press' | 'reply-with-code' | 'bare-word'
}

export type ChannelAssurance =
  | { readonly kind: 'counts'; readonly assurance: 'identified' | 'host' }
  /** A sentence for the person who answered. */
  | { readonly kind: 'refused'; readonly why: string }

export function channelAssurance({ envelope, mapped, answered }: ChannelAnswer): ChannelAssurance {
  if (!mapped) return { kind: 'refused', why: say('chatAccountUnmapped') }
  const identified = envelope === 'authenticated' && answered !== 'bare-word'
  return { kind: 'counts', assurance: identified ? 'identified' : 'host' }
}
