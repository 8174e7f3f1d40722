/** What the card is called on the wire: its resource, its tools, its place in `_meta`. */
import type { InvocationServer } from '@holdpoint/card/presentation'

export const CARD_URI = 'ui://holdpoint/card'

/** Only in `_meta`: the view gets it, the model does not. */
export const CARD_META_KEY = 'dev.holdpoint/card'

/** What the view shows with an answer that asks nothing. */
export const TOLD_META_KEY = 'dev.holdpoint/told'

/** The names of the tools that only the view calls. */
export interface CardTools {
  readonly pending: string
  readonly status: string
  readonly decide: string
}

/** What the view's document knows before its host says anything. */
export interface ViewFacts extends CardTools {
  /** The server's name as the gateway knows it: hosts do not tell it to views. */
  readonly server: string
  /** How far it is trusted and whether it can be reached, for calls that no person is asked about. */
  readonly server_trust: InvocationServer['trust']
  readonly server_state: InvocationServer['state']
}

/**
 * They stand for good: a view on the screen goes on calling them, so a server that could take one of these names later
 * would be handed what the view says, its nonce included.
 */
export const CARD_TOOLS: CardTools = {
  pending: 'holdpoint_pending',
  status: 'holdpoint_status',
  decide: 'holdpoint_decide',
}

export function isCardTool(name: string): boolean {
  return name === CARD_TOOLS.pending || name === CARD_TOOLS.status || name === CARD_TOOLS.decide
}
