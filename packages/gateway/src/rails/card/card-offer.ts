/**
 * The card as the gateway offers it: its view as a resource, and the tools that the view calls. Both exist only for
 * clients that draw views. The tools act on holds of the connection they are called on, and only with the nonce: a
 * model that calls them learns nothing and changes nothing, and its try is on record.
 */
import { APPS_MIME_TYPE, decide, isJsonObject, publicRefusal, recordDraft, refuseEdit, say } from '@holdpoint/core'
import type { CheckEdit, EditCheck, Hold, JsonObject, PublicRefusal, RecordDraft, Store } from '@holdpoint/core'
import type { Offer, OfferContext } from '../../offers/offer.ts'
import { describeSent, readCardAnswer } from './card-answer.ts'
import type { CardAnswer } from './card-answer.ts'
import { SHOWN_ARGUMENTS } from './card-limits.ts'
import { cardMeta, cardRefusal, cardStanding } from './card-meta.ts'
import type { CardRefusal, ServerOf } from './card-meta.ts'
import { CARD_META_KEY, CARD_TOOLS, CARD_URI, isCardTool } from './card-names.ts'
import type { ViewFacts } from './card-names.ts'
import type { CardNonces } from './card-nonce.ts'
import type { CardPlace, CardQuestions } from './card-questions.ts'
import { cardToolDefinitions } from './card-tools.ts'

export interface CardOfferOptions {
  readonly store: () => Promise<Store>
  readonly questions: CardQuestions
  readonly nonces: () => Promise<CardNonces>
  /** The view's document; it must know under which names its tools stand here, and whose tools it shows. */
  readonly viewDocument: (facts: ViewFacts) => string
  /** Its words in another language, all as one text; `null`: none such were made with it. */
  readonly viewWords: (which: string) => string | null
  /** Judges arguments that a person wants to put in place of the requested ones. */
  readonly checkEdit: CheckEdit
  readonly newGrantId: () => string
  /** How a server stands. */
  readonly serverOf: ServerOf
  /** Settles once the record is kept. */
  readonly record: (record: RecordDraft) => Promise<unknown>
}

/** A view that is faster than its call waits this long for the question, instead of asking in a loop. */
const QUESTION_WITHIN_MS = 1500
/** Nothing from anywhere: everything the view needs travels over the host. */
const VIEW_META: JsonObject = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }
const NOT_YOURS = say('cardNotYours')

const SERVER_HAS_VIEWS = say('cardCannotProve')

export function createCardOffer(options: CardOfferOptions): Offer {
  async function pending(context: OfferContext, sent: JsonObject): Promise<JsonObject> {
    const { tool, arguments: callArguments } = sent
    if (!isJsonObject(callArguments)) return refusal('"arguments" must be an object.')
    const place = placeOf(context)
    const wanted = { tool: typeof tool === 'string' ? tool : null, arguments: callArguments }
    const question = await options.questions.find(place, wanted, QUESTION_WITHIN_MS)
    if (question === null) return cardAnswer('No question is open for this call.', { state: 'none' })
    if (question === 'waits') return cardAnswer('This call waits; its question is not known yet.', { state: 'pending' })
    const cannotDecide = question.cannotDecide()
    const store = await options.store()
    const hold = (await store.holds.get(question.hold.id)) ?? question.hold
    const meta = cardMeta({
      hold,
      proof: (await options.nonces()).of(hold.id, place.session, cannotDecide === null),
      cannotDecide,
      approvalUrl: await question.approvalUrl(),
      now: await store.now(),
      previewParameter: question.previewParameter,
      server: await options.serverOf(hold.call.server.identity, hold),
      besideViews: context.serverHasViews,
    })
    // Only what can be decided here keeps the call waiting for it.
    if (cannotDecide === null) options.questions.noteDrawn(question)
    return cardAnswer('A question about this call is open; the card shows it.', { state: hold.state }, meta)
  }

  /** The hold that this view may speak about; `null`: no such proof, and the try is on record. */
  async function provenHold(
    context: OfferContext,
    sent: JsonObject,
    may: 'mayDecide' | 'mayLook',
    what: string,
  ): Promise<Hold | null> {
    const { hold: id, nonce } = sent
    const place = placeOf(context)
    const store = await options.store()
    const hold = typeof id === 'string' ? await store.holds.get(id) : null
    const own = hold !== null && isOfPlace(hold, place) ? hold : null
    const nonces = await options.nonces()
    if (own !== null && typeof nonce === 'string' && nonces[may](own.id, place.session, nonce)) return own
    await options.record(
      recordDraft({
        kind: 'decision-refused',
        tenant: place.tenant,
        principal: place.principal,
        client: context.client.name,
        server: context.server.name,
        tool: own?.call.tool ?? null,
        risk: own?.ruling.risk ?? null,
        hold: own?.id ?? null,
        digest: own?.call.digest ?? null,
        actor: place.principal,
        detail: say('cardWithoutNonce', { what }),
      }),
    )
    return null
  }

  async function status(context: OfferContext, sent: JsonObject): Promise<JsonObject> {
    const { words } = sent
    if (typeof words === 'string') return cardAnswer('For the card.', {}, { words: options.viewWords(words) })
    const hold = await provenHold(context, sent, 'mayLook', say('cardStatus'))
    if (hold === null) return refusal(NOT_YOURS)
    return await standing(context, hold, `The call is ${hold.state}.`, null)
  }

  async function decided(context: OfferContext, sent: JsonObject): Promise<JsonObject> {
    const hold = await provenHold(context, sent, 'mayDecide', describeSent(sent))
    if (hold === null) return refusal(NOT_YOURS)
    const reading = readCardAnswer(sent)
    if (!reading.ok) return refusal(reading.message)
    const { answer, reason, shown, grant } = reading.said
    // Views of the server's may have come since the nonce was given out: they can call this too.
    if (context.serverHasViews && (answer === 'approve' || grant !== null)) return refusal(SERVER_HAS_VIEWS)
    const by = context.origin.principal
    const checked = await checkedEdit(hold, reading.said, by)
    if (checked?.ok === false) return await notTaken(context, hold, checked)
    const decision = await decide(await options.store(), {
      hold: hold.id,
      tenant: context.origin.tenant,
      verdict: { answer, by, via: 'card', assurance: 'host', reason },
      ...(checked === null ? {} : { edit: checked.edit }),
      ...(shown === null ? {} : { shown }),
      ...(grant === null ? {} : { grant: { id: options.newGrantId(), request: grant } }),
    })
    switch (decision.kind) {
      case 'decided':
      case 'receipt':
        options.questions.noteDecided(hold.id)
        return await standing(context, decision.hold, `The call is ${decision.hold.state}.`, null)
      case 'refused':
        return await notTaken(context, decision.hold, publicRefusal(decision.refusal, decision.hold))
      case 'not-found':
        return refusal(NOT_YOURS)
    }
  }

  async function checkedEdit(hold: Hold, { edits }: CardAnswer, by: string): Promise<EditCheck | null> {
    if (edits === null) return null
    // What a card could not have shown whole, its person did not read on it.
    if (edits.length > SHOWN_ARGUMENTS) return refuseEdit(say('editTooLongForCard'))
    return await options.checkEdit({ hold, argumentsText: edits, by })
  }

  async function notTaken(
    context: OfferContext,
    hold: Hold,
    { code, message }: Pick<PublicRefusal, 'code' | 'message'>,
  ): Promise<JsonObject> {
    return await standing(context, hold, message, { code, message })
  }

  async function standing(
    { serverHasViews: besideViews }: OfferContext,
    hold: Hold,
    text: string,
    refused: CardRefusal | null,
  ): Promise<JsonObject> {
    const now = await (await options.store()).now()
    return cardAnswer(text, { state: hold.state }, cardStanding(hold, { now, besideViews }, refused))
  }

  async function readView({ server, era }: OfferContext): Promise<JsonObject> {
    const { trust, state } = await options.serverOf(server.identity, null)
    const facts = { ...CARD_TOOLS, server: server.name, server_trust: trust, server_state: state }
    const text = options.viewDocument(facts)
    const contents = [{ uri: CARD_URI, mimeType: APPS_MIME_TYPE, text, _meta: VIEW_META }]
    return era === 'stateless' ? { contents, ttlMs: 60_000, cacheScope: 'private' } : { contents }
  }

  return {
    tools: (context) => (context.capabilities.apps ? cardToolDefinitions(CARD_TOOLS) : []),
    resources: (context) =>
      context.capabilities.apps
        ? [
            {
              uri: CARD_URI,
              name: 'holdpoint-card',
              title: 'Holdpoint',
              description: 'The card on which a person confirms or cancels a call.',
              mimeType: APPS_MIME_TYPE,
            },
          ]
        : [],
    reserves: (context, name) => context.capabilities.apps && isCardTool(name),
    callTool(context, name, sent) {
      if (!context.capabilities.apps) return null
      if (name === CARD_TOOLS.pending) return pending(context, sent)
      if (name === CARD_TOOLS.status) return status(context, sent)
      return name === CARD_TOOLS.decide ? decided(context, sent) : null
    },
    readResource: (context, uri) => (uri === CARD_URI && context.capabilities.apps ? readView(context) : null),
  }
}

function placeOf(context: OfferContext): CardPlace {
  const { tenant, principal, session } = context.origin
  return { tenant, principal, session, serverIdentity: context.server.identity }
}

function isOfPlace({ call }: Hold, place: CardPlace): boolean {
  return (
    call.tenant === place.tenant && call.principal === place.principal && call.server.identity === place.serverIdentity
  )
}

/** `structured` may reach the model; `card` goes to the view alone. */
function cardAnswer(text: string, structured: JsonObject, card: JsonObject | null = null): JsonObject {
  return {
    content: [{ type: 'text', text }],
    structuredContent: structured,
    ...(card === null ? {} : { _meta: { [CARD_META_KEY]: card } }),
  }
}

function refusal(text: string): JsonObject {
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { [CARD_META_KEY]: cardRefusal({ message: text }) },
  }
}

/**
 * The same offer, which notices that a card has a question on the screen: a view that was given a waiting hold has
 * drawn it. `drawn` gets the hold, as often as its view asks about it.
 */
export function noticeDrawnCards(offer: Offer, drawn: (hold: string) => void): Offer {
  return {
    ...offer,
    callTool(context, name, sent) {
      const answer = offer.callTool(context, name, sent)
      if (answer === null || !isCardTool(name)) return answer
      return answer.then((result) => {
        const hold = waitingHold(result)
        if (hold !== null) drawn(hold)
        return result
      })
    },
  }
}

function waitingHold({ _meta: meta }: JsonObject): string | null {
  const card = isJsonObject(meta) ? meta[CARD_META_KEY] : null
  if (!isJsonObject(card) || card['state'] !== 'pending') return null
  return typeof card['hold'] === 'string' ? card['hold'] : null
}
