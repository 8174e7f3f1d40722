/** The card, put together: what it offers to clients, how it asks, and what it adds to a pending result. */
import type { CheckEdit, Hold, JsonObject, RecordDraft, Store } from '@holdpoint/core'
import type { Caller } from '../caller.ts'
import type { Offer } from '../offers/offer.ts'
import type { HostRail, RailQuestion } from '../rails/rail.ts'
import type { Seal } from '../rails/seal.ts'
import { cardMeta } from './card-meta.ts'
import type { ServerOf } from './card-meta.ts'
import { CARD_META_KEY } from './card-names.ts'
import type { ViewFacts } from './card-names.ts'
import { createCardNonces } from './card-nonce.ts'
import type { CardNonces } from './card-nonce.ts'
import { createCardOffer } from './card-offer.ts'
import { createCardQuestions } from './card-questions.ts'
import { createCardRail } from './card-rail.ts'

export interface CardOptions {
  readonly store: () => Promise<Store>
  readonly seal: () => Promise<Seal>
  readonly viewDocument: (facts: ViewFacts) => string
  readonly viewWords: (which: string) => string | null
  /** Judges arguments that a person wants to put in place of the requested ones, as for every other surface. */
  readonly checkEdit: CheckEdit
  readonly newGrantId: () => string
  readonly upstreamHasViews: (caller: Caller) => boolean
  /** The connection that a call came on. */
  readonly sessionOf: (question: Pick<RailQuestion, 'hold' | 'caller'>) => string
  /** Under which name `preview` travels for the tool that was called. */
  readonly previewParameter: (caller: Caller) => string
  /** How a server stands, as every other surface shows it. */
  readonly serverOf: ServerOf
  readonly record: (record: RecordDraft) => Promise<unknown>
  /** How long a host gets to draw before the pending result goes out. */
  readonly drawnWithinMs: number
}

export interface Card {
  readonly offer: Offer
  readonly rail: HostRail
  /** What goes into the `_meta` of a pending result; nothing where the client draws no card of ours. */
  pendingMeta(hold: Hold, caller: Caller, approvalUrl: string): Promise<JsonObject>
}

export function createCard(options: CardOptions): Card {
  const questions = createCardQuestions()
  const nonces = async (): Promise<CardNonces> => createCardNonces(await options.seal())
  const rail = createCardRail({ ...options, questions })
  return {
    offer: createCardOffer({ ...options, questions, nonces }),
    rail,
    async pendingMeta(hold, caller, approvalUrl) {
      if (caller.view !== 'ours') return {}
      const cannotDecide = rail.unusable({ hold, caller })
      const session = options.sessionOf({ hold, caller })
      const nonce = cannotDecide === null ? (await nonces()).of(hold.id, session) : null
      const now = await (await options.store()).now()
      const previewParameter = options.previewParameter(caller)
      const server = await options.serverOf(hold.call.server.identity, hold)
      return { [CARD_META_KEY]: cardMeta({ hold, nonce, cannotDecide, approvalUrl, now, previewParameter, server }) }
    },
  }
}
