/**
 * The card, put together: what it offers to clients, how it asks, what it shows of waiting calls, and adds to pending
 * results.
 */
import { say } from '@holdpoint/core'
import type { CheckEdit, RecordDraft, Store } from '@holdpoint/core'
import type { WaitingViews } from '../../held/ask-person.ts'
import type { Offer } from '../../offers/offer.ts'
import type { HostRail, RailQuestion } from '../rail.ts'
import type { Seal } from '../seal.ts'
import { cardMeta } from './card-meta.ts'
import type { ServerOf } from './card-meta.ts'
import { CARD_META_KEY } from './card-names.ts'
import type { ViewFacts } from './card-names.ts'
import { createCardNonces } from './card-nonce.ts'
import type { CardNonces } from './card-nonce.ts'
import { createCardOffer } from './card-offer.ts'
import { createCardQuestions } from './card-questions.ts'
import type { CardPlace } from './card-questions.ts'
import { createCardRail } from './card-rail.ts'

export interface CardOptions {
  readonly store: () => Promise<Store>
  readonly seal: () => Promise<Seal>
  readonly viewDocument: (facts: ViewFacts) => string
  readonly viewWords: (which: string) => string | null
  /** Judges arguments that a person wants to put in place of the requested ones, as for every other surface. */
  readonly checkEdit: CheckEdit
  readonly newGrantId: () => string
  /** How a server stands, as every other surface shows it. */
  readonly serverOf: ServerOf
  readonly record: (record: RecordDraft) => Promise<unknown>
  /** How long a host gets to draw before the pending result goes out. */
  readonly drawnWithinMs: number
}

export interface Card {
  readonly offer: Offer
  readonly rail: HostRail
  readonly waiting: WaitingViews
}

export function createCard(options: CardOptions): Card {
  const questions = createCardQuestions()
  const nonces = async (): Promise<CardNonces> => createCardNonces(await options.seal())
  const placeOf = ({ hold, caller }: Pick<RailQuestion, 'hold' | 'caller'>): CardPlace => {
    const { tenant, principal, server } = hold.call
    return { tenant, principal, session: caller.session, serverIdentity: server.identity }
  }
  const rail = createCardRail({ ...options, questions, placeOf })
  return {
    offer: createCardOffer({ ...options, questions, nonces }),
    rail,
    waiting: {
      expect({ tenant, principal, session, server, tool, argumentsText }, { card }) {
        if (card.view !== 'ours') return () => {}
        const place = { tenant, principal, session, serverIdentity: server.identity }
        return questions.expect(place, { tool, argumentsText })
      },
      show({ hold, caller, approvalUrl, isInDialog }) {
        if (caller.card.view !== 'ours') return () => {}
        return questions.open({
          hold,
          place: placeOf({ hold, caller }),
          previewParameter: caller.card.previewParameter,
          approvalUrl,
          cannotDecide: () => rail.unusable({ hold, caller }) ?? (isInDialog() ? say('cardBesideDialog') : null),
        }).close
      },
      async pendingMeta(hold, caller, approvalUrl) {
        if (caller.card.view !== 'ours') return {}
        const cannotDecide = rail.unusable({ hold, caller })
        const proof = (await nonces()).of(hold.id, caller.session, cannotDecide === null)
        const now = await (await options.store()).now()
        const previewParameter = caller.card.previewParameter
        const server = await options.serverOf(hold.call.server.identity, hold)
        const besideViews = caller.card.serverHasViews()
        const parts = { hold, proof, cannotDecide, approvalUrl, now, previewParameter, server, besideViews }
        return { [CARD_META_KEY]: cardMeta(parts) }
      },
    },
  }
}
