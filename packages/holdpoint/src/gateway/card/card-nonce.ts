/**
 * What a view must show to decide: proof that the question was put to this very connection. It travels in `_meta` alone,
 * which hosts give to the view and not to the model. It says nothing about being used before: that is the hold's work.
 */
import type { Seal } from '../rails/seal.ts'

export interface CardNonces {
  of(hold: string, session: string): string
  matches(hold: string, session: string, nonce: string): boolean
}

const PURPOSE = 'card'

export function createCardNonces(seal: Seal): CardNonces {
  const text = (hold: string, session: string): string => JSON.stringify([hold, session])
  return {
    of: (hold, session) => seal.of(PURPOSE, text(hold, session)),
    matches: (hold, session, nonce) => seal.matches(PURPOSE, text(hold, session), nonce),
  }
}
