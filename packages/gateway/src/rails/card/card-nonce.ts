/**
 * What a view must show to decide: proof that the question was put to this very connection. A card that may not decide
 * gets one of another purpose, with which it sees how the hold stands and can never answer. Both travel in `_meta`
 * alone, which hosts give to the view and not to the model. They say nothing about being used before: that is the
 * hold's work.
 */
import type { Seal } from '../seal.ts'

/** Exactly one of the two. */
export interface CardProof {
  readonly nonce: string | null
  /** To look and nothing else. */
  readonly look_nonce: string | null
}

export interface CardNonces {
  of(hold: string, session: string, mayDecide: boolean): CardProof
  mayDecide(hold: string, session: string, nonce: string): boolean
  mayLook(hold: string, session: string, nonce: string): boolean
}

const DECIDES = 'card'
const LOOKS = 'card-look'

export function createCardNonces(seal: Seal): CardNonces {
  const text = (hold: string, session: string): string => JSON.stringify([hold, session])
  const mayDecide: CardNonces['mayDecide'] = (hold, session, nonce) => seal.matches(DECIDES, text(hold, session), nonce)
  return {
    of: (hold, session, decides) => ({
      nonce: decides ? seal.of(DECIDES, text(hold, session)) : null,
      look_nonce: decides ? null : seal.of(LOOKS, text(hold, session)),
    }),
    mayDecide,
    mayLook: (hold, session, nonce) =>
      mayDecide(hold, session, nonce) || seal.matches(LOOKS, text(hold, session), nonce),
  }
}
