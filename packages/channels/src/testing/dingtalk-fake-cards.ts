/** The cards of the local DingTalk: made once for each `outTrackId`, with values for everyone and for each person. */
type Body = { readonly [key: string]: unknown }
type Values = { readonly [variable: string]: string }

export interface FakeDingTalkCard {
  readonly outTrackId: string
  readonly place: { readonly kind: 'group' | 'person'; readonly id: string }
  /** As everyone sees it. */
  readonly values: Values
  /** As one person sees it: the answer to a press changes only the card of the one who pressed. */
  valuesFor(userId: string): Values
}

export interface FakeCards {
  all(): readonly FakeDingTalkCard[]
  notices(): readonly string[]
  create(body: Body): Body
  update(body: Body): Body
  /** What the channel answered to a press. */
  answered(outTrackId: string, userId: string, response: unknown): void
  spaceOf(outTrackId: string, userId: string): string
  refusalOf(error: unknown): { readonly status: number; readonly code: string }
}

interface Card extends FakeDingTalkCard {
  values: Values
  readonly seen: Map<string, Values>
  readonly ofPerson: Map<string, Values>
}

class CardRefusal extends Error {}

/** Of one value, as DingTalk documents it. */
const MOST_BYTES = 1024

export function createFakeCards(options: {
  readonly cardTemplateId: string
  readonly groups: readonly string[]
  readonly people: readonly string[]
  readonly sameCard: 'taken' | 'refused'
}): FakeCards {
  const cards = new Map<string, Card>()
  const notices: string[] = []

  function putForPerson(card: Card, userId: string, values: Values): void {
    card.ofPerson.set(userId, { ...card.ofPerson.get(userId), ...values })
    if (values['notice'] !== undefined) notices.push(values['notice'])
  }

  return {
    all: () => [...cards.values()],
    notices: () => notices,
    create(body) {
      const outTrackId = String(body['outTrackId'])
      const values = readValues(body['cardData'])
      const [, kind, id] = /^dtv1\.card\/\/(IM_GROUP|IM_ROBOT)\.([^;]+)$/.exec(String(body['openSpaceId'])) ?? []
      if (kind === undefined || id === undefined) throw new CardRefusal('param.openSpaceIdInvalid')
      if (body['cardTemplateId'] !== options.cardTemplateId) throw new CardRefusal('param.templateNotExist')
      if (body['callbackType'] !== 'STREAM') throw new CardRefusal('param.invalid')
      const group = kind === 'IM_GROUP'
      if (body[group ? 'imGroupOpenDeliverModel' : 'imRobotOpenDeliverModel'] === undefined)
        throw new CardRefusal('param.openDeliverModelEmpty')
      const known = (group ? options.groups : options.people).includes(id)
      if (known && cards.has(outTrackId) && options.sameCard === 'refused')
        throw new CardRefusal('param.cardAlreadyExist')
      if (known && !cards.has(outTrackId)) {
        const card: Card = {
          outTrackId,
          place: { kind: group ? 'group' : 'person', id },
          values,
          seen: new Map(),
          ofPerson: new Map(),
          valuesFor: (userId) => ({ ...card.values, ...card.seen.get(userId), ...card.ofPerson.get(userId) }),
        }
        cards.set(outTrackId, card)
      }
      const result = { spaceType: kind, spaceId: id, success: known, ...(known ? {} : { errorMsg: 'SPACE_NOT_FOUND' }) }
      return { success: true, result: { outTrackId, deliverResults: [result] } }
    },
    update(body) {
      const card = cards.get(String(body['outTrackId']))
      if (card === undefined) throw new CardRefusal('param.cardNotExist')
      if (body['cardData'] !== undefined) {
        card.values = { ...card.values, ...readValues(body['cardData']) }
        card.seen.clear()
      }
      for (const [userId, data] of Object.entries((body['privateData'] ?? {}) as Body))
        putForPerson(card, userId, readValues(data))
      return { success: true, result: true }
    },
    answered(outTrackId, userId, response) {
      const card = cards.get(outTrackId)
      const { cardData, userPrivateData } = (response ?? {}) as Body
      if (card === undefined) return
      if (cardData !== undefined) card.seen.set(userId, readValues(cardData))
      if (userPrivateData !== undefined) putForPerson(card, userId, readValues(userPrivateData))
    },
    spaceOf(outTrackId, userId) {
      const place = cards.get(outTrackId)?.place
      return place?.kind === 'group' ? place.id : `cidWith${userId}==`
    },
    refusalOf(error) {
      if (error instanceof CardRefusal) return { status: 400, code: error.message }
      return { status: 500, code: 'unknownError' }
    },
  }
}

function readValues(data: unknown): Values {
  const { cardParamMap } = (data ?? {}) as { readonly cardParamMap?: Body }
  const entries = Object.entries(cardParamMap ?? {})
  for (const [name, value] of entries)
    if (typeof value !== 'string' || Buffer.byteLength(value) > MOST_BYTES || Buffer.byteLength(name) > 100)
      throw new CardRefusal('param.invalid')
  return Object.fromEntries(entries) as Values
}
