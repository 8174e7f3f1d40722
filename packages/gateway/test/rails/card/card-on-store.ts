/** The card's server side on a real store, for tests: one connection of one person, and what a view calls on it. */
import { randomUUID } from 'node:crypto'
import { recordDraft } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'
import { openTestStore } from '@holdpoint/testing/store'
import type { TestStore } from '@holdpoint/testing/store'
import { afterEach, beforeEach } from 'vitest'
import type { AskedClient, CallCard } from '../../../src/calls/caller.ts'
import { createCard } from '../../../src/rails/card/card.ts'
import type { Card } from '../../../src/rails/card/card.ts'
import { CARD_META_KEY } from '../../../src/rails/card/card-names.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { createSeal } from '../../../src/rails/seal.ts'
import { sampleHold } from '@holdpoint/testing'
import type { SampleHold } from '@holdpoint/testing'
import { checkEdits } from '../../edits/edit-policy.ts'

export const PAGE = 'http://localhost:7433/approvals/x'

/** A client that draws our card for the call, unless said otherwise. */
export function clientWith(card: Partial<CallCard> = {}): AskedClient {
  const ours: CallCard = {
    view: 'ours',
    previewOnly: false,
    previewParameter: 'preview',
    serverHasViews: () => false,
    ...card,
  }
  return { session: 'session-1', card: ours } as AskedClient
}

export const NAMES = { pending: 'holdpoint_pending', status: 'holdpoint_status', decide: 'holdpoint_decide' }

export function openCardOn(home: Pick<TestStore, 'store'>, drawnWithinMs: number): Card {
  return createCard({
    store: () => Promise.resolve(home.store),
    seal: () => Promise.resolve(createSeal(new Uint8Array(32).fill(7))),
    viewDocument: (facts) => JSON.stringify(facts),
    viewWords: (which) => (which === 'zh-1' ? '甲|乙' : null),
    checkEdit: checkEdits([]),
    newGrantId: randomUUID,
    serverOf: () => Promise.resolve({ trust: 'trusted', state: 'connected' }),
    record: (record) => home.store.audit.append(record),
    drawnWithinMs,
  })
}

/** A card on a store of its own for each test of a file, and what a view does with it. */
export interface CardPlace {
  readonly home: TestStore
  card: Card
  /** Whether the server gave any of its tools a view of its own. */
  upstreamHasViews: boolean
  /** A client that draws our card. */
  readonly view: AskedClient
  stored(over?: SampleHold): Promise<Hold>
  call(name: string, sent: JsonObject, where?: OfferContext): Promise<JsonObject>
  nonceOf(hold: Hold): Promise<string>
  ask(hold: Hold, over?: Promise<void>, caller?: AskedClient): ReturnType<Card['rail']['ask']>
}

export function useCardPlace(): CardPlace {
  const place = {
    upstreamHasViews: false,
    view: clientWith({ serverHasViews: () => place.upstreamHasViews }),
    stored: (over = {}) => storeHold(place.home, over),
    async call(name, sent, where = context()) {
      const result = place.card.offer.callTool(where, name, sent)
      if (result === null) throw new Error(`${name} is not ours`)
      return await result
    },
    async nonceOf(hold) {
      const { nonce } = cardOf(await place.card.waiting.pendingMeta(hold, place.view, PAGE))
      return nonce as string
    },
    ask: (hold, over = new Promise(() => {}), caller = place.view) =>
      place.card.rail.ask({ hold, caller, over, decided: over, approvalUrl: () => Promise.resolve(PAGE) }),
  } as { -readonly [part in keyof CardPlace]: CardPlace[part] }
  beforeEach(async () => {
    place.home = await openTestStore()
    place.upstreamHasViews = false
    place.card = openCardOn(place.home, 300)
  })
  afterEach(async () => await place.home.end())
  return place
}

export function context(over: Partial<OfferContext> = {}, origin: Partial<OfferContext['origin']> = {}): OfferContext {
  return {
    era: 'session',
    client: { name: 'desk', version: '1.0' },
    capabilities: { elicitationForm: false, elicitationUrl: false, apps: true },
    origin: { tenant: 'default', principal: 'local:ana', session: 'session-1', ...origin },
    server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
    serverHas: () => false,
    serverHasViews: false,
    ...over,
  } as OfferContext
}

export async function storeHold(home: TestStore, over: SampleHold = {}): Promise<Hold> {
  const now = await home.store.now()
  const id = randomUUID()
  const hold = sampleHold({ id, key: id, createdAt: now, decideBy: now + 60_000, ...over })
  const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: id })
  await home.store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
  return hold
}

export const cardOf = (result: JsonObject | null): JsonObject =>
  ((result?.['_meta'] ?? result) as JsonObject | undefined)?.[CARD_META_KEY] as JsonObject
