/** The card's server side on a real store: who finds a question, who may answer it, and what never leaves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { decide } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import type { Card } from '../../../src/rails/card/card.ts'
import { SHOWN_ARGUMENTS } from '../../../src/rails/card/card-limits.ts'
import { CARD_META_KEY, CARD_URI } from '../../../src/rails/card/card-names.ts'
import { withCard } from '../../../src/tools/tools-list.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { createSeal } from '../../../src/rails/seal.ts'
import type { SampleHold } from '@holdpoint/testing'
import { cardOf, clientWith, context, NAMES, openCardOn, PAGE, useCardPlace } from './card-on-store.ts'

const place = useCardPlace()
const { view: OUR_VIEW, stored, call, nonceOf, ask } = place
const openCard = (drawnWithinMs: number): Card => openCardOn(place.home, drawnWithinMs)

describe('what the card offers', () => {
  test('exists only for clients that draw views', async () => {
    const plain = context({ capabilities: { elicitationForm: true, elicitationUrl: true, apps: false } })
    expect(place.card.offer.tools(plain)).toEqual([])
    expect(place.card.offer.resources(plain)).toEqual([])
    expect(place.card.offer.callTool(plain, NAMES.decide, {})).toBeNull()
    expect(place.card.offer.readResource(plain, CARD_URI)).toBeNull()
    expect(place.card.offer.tools(context()).map(({ name }) => name)).toEqual(Object.values(NAMES))
    for (const tool of place.card.offer.tools(context())) expect(tool['_meta']).toEqual({ ui: { visibility: ['app'] } })
  })

  test('tells its view the words that were made with it, and nothing of a hold', async () => {
    const told = async (words: string): Promise<unknown> =>
      await place.card.offer.callTool(context(), NAMES.status, { words })
    expect(await told('zh-1')).toMatchObject({
      structuredContent: {},
      _meta: { 'dev.holdpoint/card': { words: '甲|乙' } },
    })
    expect(await told('zh-2')).toMatchObject({ _meta: { 'dev.holdpoint/card': { words: null } } })
  })

  test('[L7] keeps its names where the server has tools of them, for clients that draw views and for no other', async () => {
    const where = context({ serverHas: (tool) => Object.values(NAMES).includes(tool) })
    expect(place.card.offer.tools(where).map(({ name }) => name)).toEqual(Object.values(NAMES))
    const { contents } = (await place.card.offer.readResource(where, CARD_URI)) as { contents: readonly JsonObject[] }
    expect(contents[0]?.['text']).toBe(
      JSON.stringify({ ...NAMES, server: 'crm', server_trust: 'trusted', server_state: 'connected' }),
    )
    const plain = context({ ...where, capabilities: { elicitationForm: true, elicitationUrl: true, apps: false } })
    for (const name of Object.values(NAMES)) {
      expect(place.card.offer.reserves(where, name)).toBe(true)
      expect(await place.card.offer.callTool(where, name, { arguments: {} })).toBeDefined()
      expect(place.card.offer.reserves(plain, name)).toBe(false)
      expect(place.card.offer.callTool(plain, name, {})).toBeNull()
    }
    for (const other of ['holdpoint_decide_2', 'holdpoint_', 'Holdpoint_decide', 'decide', 'submit_feedback']) {
      expect(place.card.offer.reserves(where, other)).toBe(false)
    }
  })

  test('is a view that may load nothing, with cache hints where the era has them', async () => {
    const [content] = (
      (await place.card.offer.readResource(context(), CARD_URI)) as { contents: readonly JsonObject[] }
    ).contents
    expect(content).toMatchObject({
      uri: CARD_URI,
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
    })
    expect(await place.card.offer.readResource(context({ era: 'stateless' }), CARD_URI)).toMatchObject({
      cacheScope: 'private',
      ttlMs: expect.any(Number),
    })
    expect(place.card.offer.readResource(context(), 'ui://holdpoint/other')).toBeNull()
  })

  test('gives a tool our view, never in place of its own', () => {
    expect(withCard({ name: 'delete_contact', _meta: { 'example.com/a': 1 } })).toEqual({
      name: 'delete_contact',
      _meta: { 'example.com/a': 1, ui: { resourceUri: CARD_URI }, 'ui/resourceUri': CARD_URI },
    })
    const own = { name: 'draw', _meta: { ui: { resourceUri: 'ui://crm/draw' } } }
    const earlier = { name: 'draw', _meta: { 'ui/resourceUri': 'ui://crm/draw' } }
    const appOnly = { name: 'internal', _meta: { ui: { visibility: ['app'] } } }
    const forOneHost = { name: 'draw', _meta: { 'openai/outputTemplate': 'ui://crm/draw' } }
    for (const tool of [own, earlier, forOneHost, appOnly]) expect(withCard(tool)).toBe(tool)
  })
})

describe('the pending result', () => {
  test('[S0.2] [X9] carries the nonce in _meta alone, the two messages, and not the rationale', async () => {
    const hold = await stored({ call: { argumentsText: '{"id":"c_17","n":1.0}' } })
    const meta = cardOf(await place.card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))
    expect(meta).toMatchObject({
      hold: hold.id,
      state: 'pending',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      page: PAGE,
      tool: 'delete_contact',
      server: { name: 'crm', identity: 'crm-identity', display: 'npx crm' },
      apply: 'Apply: call delete_contact(id="c_17", n=1.0, preview=false)',
      cancel: 'Cancel: do not apply delete_contact on crm (id: "c_17").',
    })
    expect(JSON.stringify(meta)).not.toContain(hold.call.rationale)
  })

  test('says nothing to clients that draw no card of ours', async () => {
    const hold = await stored()
    for (const view of ['own', null] as const) {
      expect(await place.card.waiting.pendingMeta(hold, clientWith({ ...OUR_VIEW.card, view }), PAGE)).toEqual({})
    }
  })

  test('[L7] has no nonce where the server has views of its own, which could have made the call themselves', async () => {
    place.upstreamHasViews = true
    const meta = cardOf(await place.card.waiting.pendingMeta(await stored(), OUR_VIEW, PAGE))
    expect(meta).toMatchObject({ nonce: null, cannot_decide: expect.stringContaining('views of its own'), page: PAGE })
  })

  test.each([
    ['another assurance', { ruling: { assurance: 'identified' } }],
    ['two approvers', { ruling: { quorum: 2 } }],
    ['named approvers', { ruling: { approvers: ['ops'] } }],
    ['other rails', { ruling: { rails: ['page'] } }],
    ['arguments longer than a card shows', { call: { argumentsText: `{"a":"${'x'.repeat(SHOWN_ARGUMENTS)}"}` } }],
  ] as const)('leads to the page for %s', async (_what, over) => {
    const hold = await stored(over as SampleHold)
    expect(place.card.rail.unusable({ hold, caller: OUR_VIEW })).not.toBeNull()
    expect(cardOf(await place.card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))).toMatchObject({
      nonce: null,
      page: PAGE,
    })
  })
})

describe('deciding', () => {
  test('[S0.2] with the nonce goes through the one door, as the host’s word', async () => {
    const hold = await stored()
    const sent = { hold: hold.id, nonce: await nonceOf(hold), answer: 'approve' }
    expect(cardOf(await call(NAMES.decide, sent))).toMatchObject({
      state: 'approved',
      decided_by: 'local:ana',
      via: 'card',
    })
    expect((await place.home.store.holds.get(hold.id))?.verdicts).toMatchObject([
      { answer: 'approve', by: 'local:ana', via: 'card', assurance: 'host' },
    ])
  })

  test('[S1] [S2] twice is one verdict; the other answer is refused and the first one stands', async () => {
    const hold = await stored()
    const sent = { hold: hold.id, nonce: await nonceOf(hold) }
    await call(NAMES.decide, { ...sent, answer: 'cancel', reason: 'not now' })
    const again = cardOf(await call(NAMES.decide, { ...sent, answer: 'cancel' }))
    expect(again).toMatchObject({ state: 'cancelled', reason: 'not now' })
    expect(again).not.toHaveProperty('refused')
    const contrary = cardOf(await call(NAMES.decide, { ...sent, answer: 'approve' }))
    expect(contrary).toMatchObject({ state: 'cancelled', refused: { message: expect.any(String) } })
    expect((await place.home.store.holds.get(hold.id))?.verdicts).toHaveLength(1)
  })

  test('[S4] [L7] without the nonce, or from another place, is refused, tells nothing, and is on record', async () => {
    const hold = await stored()
    const nonce = await nonceOf(hold)
    const other = await stored()
    const tries: readonly (readonly [JsonObject, OfferContext])[] = [
      [{ hold: hold.id, answer: 'approve' }, context()],
      [{ hold: hold.id, nonce: 'x'.repeat(43), answer: 'approve' }, context()],
      [{ hold: hold.id, nonce: await nonceOf(other), answer: 'approve' }, context()],
      [{ hold: 'no such hold', nonce, answer: 'approve' }, context()],
      [{ hold: hold.id, nonce, answer: 'approve' }, context({}, { session: 'session-2' })],
      [{ hold: hold.id, nonce, answer: 'approve' }, context({}, { principal: 'local:eve' })],
      [{ hold: hold.id, nonce, answer: 'approve' }, context({}, { tenant: 'acme' })],
      [{ hold: hold.id, nonce, answer: 'approve' }, context({ server: { ...context().server, identity: 'other' } })],
    ]
    const words = new Set<string>()
    for (const [sent, where] of tries) {
      const result = await call(NAMES.decide, sent, where)
      expect(result['isError']).toBe(true)
      // Why it was refused, for the person before the card, and nothing of the hold.
      const refused = { message: expect.any(String) }
      expect(result['_meta']).toEqual({ [CARD_META_KEY]: { refused, said: { zh: { refused } } } })
      words.add(JSON.stringify(result))
      expect((await call(NAMES.status, sent, where))['isError']).toBe(true)
    }
    // One answer for all of them: it does not tell a wrong nonce from a hold that does not exist.
    expect(words.size).toBe(1)
    expect(await place.home.store.holds.get(hold.id)).toEqual(hold)
    const refused = (await place.home.records()).filter(({ kind }) => kind === 'decision-refused')
    expect(refused).toHaveLength(tries.length * 2)
    expect(refused[0]).toMatchObject({ actor: 'local:ana', hold: hold.id, detail: expect.stringContaining('nonce') })
  })

  test('[L7] no yes counts once the server has views, whatever nonce was given out before; a no does', async () => {
    const hold = await stored()
    const sent = { hold: hold.id, nonce: await nonceOf(hold) }
    const viewed = context({ serverHasViews: true })
    const refused = await call(NAMES.decide, { ...sent, answer: 'approve' }, viewed)
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('views of its own') }] })
    expect(await place.home.store.holds.get(hold.id)).toEqual(hold)
    expect(cardOf(await call(NAMES.decide, { ...sent, answer: 'decline' }, viewed))).toMatchObject({
      state: 'declined',
    })
  })

  test('with an answer that is none decides nothing', async () => {
    const hold = await stored()
    const result = await call(NAMES.decide, { hold: hold.id, nonce: await nonceOf(hold), answer: 'yes' })
    expect(result['isError']).toBe(true)
    expect(await place.home.store.holds.get(hold.id)).toEqual(hold)
  })

  test('after the deadline runs nothing and says so', async () => {
    const now = await place.home.store.now()
    const hold = await stored({ createdAt: now - 2000, decideBy: now - 1 })
    const told = cardOf(await call(NAMES.decide, { hold: hold.id, nonce: await nonceOf(hold), answer: 'approve' }))
    expect(told).toMatchObject({ state: 'expired', refused: { code: 'EXPIRED' } })
  })

  test('is refused where the rule demands more than the host’s word, and the view learns why', async () => {
    const hold = await stored({ ruling: { assurance: 'identified' } })
    expect(await nonceOf(hold)).toBeNull()
    // Somebody who had a nonce from before the rule changed gets no further either.
    const seal = createSeal(new Uint8Array(32).fill(7)).of('card', JSON.stringify([hold.id, 'session-1']))
    const told = cardOf(await call(NAMES.decide, { hold: hold.id, nonce: seal, answer: 'approve' }))
    expect(told).toMatchObject({ state: 'pending', refused: { code: 'INSUFFICIENT_ASSURANCE' } })
  })

  test('elsewhere shows on the card: who, where and when', async () => {
    const hold = await stored()
    const verdict = { answer: 'decline', by: 'ben', via: 'page', assurance: 'identified', reason: 'wrong one' } as const
    await decide(place.home.store, { hold: hold.id, tenant: null, verdict })
    expect(cardOf(await call(NAMES.status, { hold: hold.id, nonce: await nonceOf(hold) }))).toMatchObject({
      state: 'declined',
      decided_by: 'ben',
      decided_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      via: 'page',
      reason: 'wrong one',
    })
  })
})

describe('the open call', () => {
  const input: JsonObject = { id: 'c_17', rationale: 'The user asked for it.', preview: false }

  test('[S0.2] is found by its arguments, waits while the card is drawn, and is decided there', async () => {
    const hold = await stored()
    const asked = ask(hold)
    const found = await call(NAMES.pending, { tool: 'delete_contact', arguments: input })
    expect(found['structuredContent']).toEqual({ state: 'pending' })
    expect(JSON.stringify([found['content'], found['structuredContent']])).not.toContain('nonce')
    const { nonce } = cardOf(found)
    await sleep(400)
    await call(NAMES.decide, { hold: hold.id, nonce: nonce as string, answer: 'approve' })
    expect(await asked).toEqual({ kind: 'decided' })
  })

  test('is found by a view that was there first, and by one whose host did not tell the tool’s name', async () => {
    const hold = await stored()
    const early = call(NAMES.pending, { arguments: input })
    await sleep(50)
    void ask(hold)
    expect(cardOf(await early)).toMatchObject({ hold: hold.id })
  })

  test('is not found from another session, by other arguments, or by two calls that look alike', async () => {
    place.card = openCard(10_000)
    void ask(await stored())
    const none = { state: 'none' }
    const elsewhere = context({}, { session: 'session-2' })
    const [foreign, other, wrongTool] = await Promise.all([
      call(NAMES.pending, { arguments: input }, elsewhere),
      call(NAMES.pending, { arguments: { id: 'c_18' } }),
      call(NAMES.pending, { tool: 'get_contact', arguments: input }),
    ])
    for (const result of [foreign, other, wrongTool]) expect(result['structuredContent']).toEqual(none)
    const twins = await Promise.all([stored({ call: { tool: 'delete_all' } }), stored({ call: { tool: 'drop_all' } })])
    for (const twin of twins) void ask(twin)
    const ambiguous = await call(NAMES.pending, { arguments: input })
    // It waits, whichever it is.
    expect(ambiguous['structuredContent']).toEqual({ state: 'pending' })
    expect(ambiguous['_meta']).toBeUndefined()
    expect(cardOf(await call(NAMES.pending, { tool: 'drop_all', arguments: input }))).toMatchObject({
      hold: twins[1]?.id,
    })
  })

  test('keeps an argument that the tool itself owns, though it is called like one of ours', async () => {
    const owned = { call: { argumentsText: '{"id":1,"preview":true}' } }
    const hold = await stored(owned)
    void ask(hold)
    const sent = { id: 1, preview: true, holdpoint_preview: false, rationale: 'Because it is asked for.' }
    expect(cardOf(await call(NAMES.pending, { arguments: sent }))).toMatchObject({ hold: hold.id })
    const without = await call(NAMES.pending, { arguments: { ...sent, preview: false } })
    expect(without['structuredContent']).toEqual({ state: 'none' })
  })

  test('becomes a pending result where no view reports in, at once for a preview, and when it is over', async () => {
    const hold = await stored()
    const begun = performance.now()
    expect(await ask(hold)).toMatchObject({ kind: 'undecided' })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290)
    const preview = await ask(hold, undefined, clientWith({ ...OUR_VIEW.card, previewOnly: true }))
    expect(preview).toEqual({ kind: 'undecided', why: 'the agent asked for a preview only' })
    let end: () => void = () => {}
    const asked = ask(hold, new Promise((resolve) => (end = resolve)))
    await call(NAMES.pending, { arguments: input })
    end()
    expect(await asked).toMatchObject({ kind: 'undecided' })
  })

  test('[L7] gives no nonce once the server turns out to have views of its own', async () => {
    const asked = ask(await stored())
    place.upstreamHasViews = true
    const found = await call(NAMES.pending, { arguments: input })
    expect(cardOf(found)).toMatchObject({ nonce: null, cannot_decide: expect.stringContaining('views') })
    expect(await asked).toMatchObject({ kind: 'undecided' })
  })
})
