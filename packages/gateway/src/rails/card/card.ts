/** The card, put together: what it offers to clients, how it asks, what it shows of waiting calls, and adds to pending results. */
import { say } from '@holdpoint/core'
import type { CheckEdit, Hold, JsonObject, RecordDraft, Store } from '@holdpoint/core'
import type { Caller } from '../../calls/caller.ts'
import type { WaitingViews } from '../../held/hold-keeper-options.ts'
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
  readonly waiting: WaitingViews
  /** What goes into the `_meta` of a pending result; nothing where the client draws no card of ours. */
  pendingMeta(hold: Hold, caller: Caller, approvalUrl: string): Promise<JsonObject>
}

export function createCard(options: CardOptions): Card {
  const questions = createCardQuestions()
  const nonces = async (): Promise<CardNonces> => createCardNonces(await options.seal())
  const placeOf = (question: Pick<RailQuestion, 'hold' | 'caller'>): CardPlace => {
    const { tenant, principal, server } = question.hold.call
    return { tenant, principal, session: options.sessionOf(question), serverIdentity: server.identity }
  }
  const rail = createCardRail({ ...options, questions, placeOf })
  return {
    offer: createCardOffer({ ...options, questions, nonces }),
    rail,
    waiting: {
      expect({ tenant, principal, session, server, tool, argumentsText }, { view }) {
        if (view !== 'ours') return () => {}
        const place = { tenant, principal, session, serverIdentity: server.identity }
        return questions.expect(place, { tool, argumentsText })
      },
      show({ hold, caller, approvalUrl, isInDialog }) {
        if (caller.view !== 'ours') return () => {}
        return questions.open({
          hold,
          place: placeOf({ hold, caller }),
          previewParameter: options.previewParameter(caller),
          approvalUrl,
          cannotDecide: () => rail.unusable({ hold, caller }) ?? (isInDialog() ? say('cardBesideDialog') : null),
        }).close
      },
    },
    async pendingMeta(hold, caller, approvalUrl) {
      if (caller.view !== 'ours') return {}
      const cannotDecide = rail.unusable({ hold, caller })
      const session = options.sessionOf({ hold, caller })
      const proof = (await nonces()).of(hold.id, session, cannotDecide === null)
      const now = await (await options.store()).now()
      const previewParameter = options.previewParameter(caller)
      const server = await options.serverOf(hold.call.server.identity, hold)
      const besideViews = options.upstreamHasViews(caller)
      const parts = { hold, proof, cannotDecide, approvalUrl, now, previewParameter, server, besideViews }
      return { [CARD_META_KEY]: cardMeta(parts) }
    },
  }
}
