/**
 * A card whose question is asked or decided elsewhere: what it is told of a call that waits, and that looking decides
 * nothing.
 */
import { describe, expect, test } from 'vitest'
import { decide } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'
import { cardOf, clientWith, context, NAMES, PAGE, useCardPlace } from './card-on-store.ts'

const place = useCardPlace()
const { view: OUR_VIEW, stored, call, nonceOf, ask } = place

describe('a card that may not decide', () => {
  const lookOf = async (hold: Hold): Promise<string> =>
    cardOf(await place.card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))['look_nonce'] as string

  test('[X11.E2] sees how the hold stands, on its own connection alone, and never answers', async () => {
    const hold = await stored({ ruling: { assurance: 'identified' } })
    const other = await stored({ ruling: { assurance: 'identified' } })
    const nonce = await lookOf(hold)
    expect(nonce).toMatch(/^[\w-]{43}$/)
    expect(cardOf(await call(NAMES.status, { hold: hold.id, nonce }))).toMatchObject({ state: 'pending' })
    for (const answer of ['approve', 'decline', 'cancel']) {
      expect((await call(NAMES.decide, { hold: hold.id, nonce, answer }))['isError']).toBe(true)
    }
    const elsewhere = [
      context({}, { session: 'session-2' }),
      context({}, { principal: 'local:eve' }),
      context({}, { tenant: 'acme' }),
      context({ server: { ...context().server, identity: 'other' } }),
    ]
    for (const where of elsewhere) {
      expect((await call(NAMES.status, { hold: hold.id, nonce }, where))['isError']).toBe(true)
    }
    expect((await call(NAMES.status, { hold: other.id, nonce }))['isError']).toBe(true)
    expect(await place.home.store.holds.get(hold.id)).toEqual(hold)
    const refused = (await place.home.records()).filter(({ kind }) => kind === 'decision-refused')
    expect(refused).toHaveLength(3 + elsewhere.length + 1)
    const verdict = { answer: 'decline', by: 'ben', via: 'page', assurance: 'identified', reason: 'no' } as const
    await decide(place.home.store, { hold: hold.id, tenant: null, verdict })
    const told = cardOf(await call(NAMES.status, { hold: hold.id, nonce }))
    expect(told).toMatchObject({ state: 'declined', decided_by: 'ben', reason: 'no', via: 'page' })
  })

  test('has one proof or the other, never both', async () => {
    expect(cardOf(await place.card.waiting.pendingMeta(await stored(), OUR_VIEW, PAGE))).toMatchObject({
      nonce: expect.any(String) as string,
      look_nonce: null,
    })
    const hold = await stored({ ruling: { quorum: 2 } })
    expect(cardOf(await place.card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))).toMatchObject({
      nonce: null,
      look_nonce: expect.any(String) as string,
    })
  })

  test('[L7] beside views of the server’s own it learns that it was decided, and not by whom or why', async () => {
    place.upstreamHasViews = true
    const hold = await stored()
    const nonce = await lookOf(hold)
    const verdict = { answer: 'decline', by: 'ben', via: 'page', assurance: 'identified', reason: 'private' } as const
    await decide(place.home.store, { hold: hold.id, tenant: null, verdict })
    const told = cardOf(await call(NAMES.status, { hold: hold.id, nonce }, context({ serverHasViews: true })))
    expect(told).toMatchObject({ state: 'declined', decided_by: null, reason: null, via: null })
    expect(JSON.stringify(told)).not.toMatch(/ben|private/)
    const found = (await place.home.store.holds.get(hold.id)) as Hold
    expect(JSON.stringify(await place.card.waiting.pendingMeta(found, OUR_VIEW, PAGE))).not.toMatch(/"ben"|private/)
  })
})

describe('a call that waits while it is asked elsewhere', () => {
  const input: JsonObject = { id: 'c_17' }
  let inDialog: boolean

  function show(hold: Hold, caller = OUR_VIEW): () => void {
    const approvalUrl = (): Promise<string> => Promise.resolve(PAGE)
    return place.card.waiting.show({ hold, caller, approvalUrl, isInDialog: () => inDialog })
  }

  test('[X11.E1] is told as waiting before its question is known, and is forgotten with its answer', async () => {
    const { call: made } = await stored()
    const forget = place.card.waiting.expect(made, OUR_VIEW)
    const waits = await call(NAMES.pending, { tool: 'delete_contact', arguments: input })
    expect(waits['structuredContent']).toEqual({ state: 'pending' })
    expect(waits['_meta']).toBeUndefined()
    const foreign = await call(NAMES.pending, { arguments: input }, context({}, { session: 'session-2' }))
    expect(foreign['structuredContent']).toEqual({ state: 'none' })
    forget()
    expect((await call(NAMES.pending, { arguments: input }))['structuredContent']).toEqual({ state: 'none' })
  })

  test('[X11.E1] is shown without answers while a dialog asks, and with them once that is closed', async () => {
    const hold = await stored()
    inDialog = true
    const end = show(hold)
    const told = cardOf(await call(NAMES.pending, { arguments: input }))
    expect(told).toMatchObject({ hold: hold.id, state: 'pending', nonce: null, choices: [] })
    expect(told['cannot_decide']).toContain('dialog')
    inDialog = false
    expect(cardOf(await call(NAMES.pending, { arguments: input }))).toMatchObject({ nonce: await nonceOf(hold) })
    end()
    expect((await call(NAMES.pending, { arguments: input }))['structuredContent']).toEqual({ state: 'none' })
  })

  test('is asked by the card where the card is the one that asks, whoever else waits for it', async () => {
    const hold = await stored()
    inDialog = true
    const ends = [show(hold)]
    void ask(hold)
    ends.push(show(hold))
    expect(cardOf(await call(NAMES.pending, { arguments: input }))).toMatchObject({ nonce: await nonceOf(hold) })
    for (const end of ends) end()
  })

  test('shows nothing to clients that draw no card of ours', async () => {
    const hold = await stored()
    for (const view of ['own', null] as const) {
      show(hold, clientWith({ ...OUR_VIEW.card, view }))
      place.card.waiting.expect(hold.call, clientWith({ ...OUR_VIEW.card, view }))
    }
    expect((await call(NAMES.pending, { arguments: input }))['structuredContent']).toEqual({ state: 'none' })
  })
})
