/**
 * A card whose question is asked or decided elsewhere: what it is told of a call that waits, and that looking decides
 * nothing.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decide } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import type { Card } from '../../../src/rails/card/card.ts'
import type { SampleHold } from '@holdpoint/testing'
import { cardOf, clientWith, context, NAMES, openCardOn, PAGE, storeHold } from './card-on-store.ts'

let home: TestStore
let upstreamHasViews: boolean
const VIEWS = { serverHasViews: (): boolean => upstreamHasViews }
const OUR_VIEW = clientWith(VIEWS)
let card: Card

beforeEach(async () => {
  home = await openTestStore()
  upstreamHasViews = false
  card = openCardOn(home, 300)
})

afterEach(async () => {
  await home.end()
})

const stored = (over: SampleHold = {}): Promise<Hold> => storeHold(home, over)

async function call(name: string, sent: JsonObject, where = context()): Promise<JsonObject> {
  const result = card.offer.callTool(where, name, sent)
  if (result === null) throw new Error(`${name} is not ours`)
  return await result
}

async function nonceOf(hold: Hold): Promise<string> {
  const { nonce } = cardOf(await card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))
  return nonce as string
}

function ask(
  hold: Hold,
  over: Promise<void> = new Promise(() => {}),
  caller = OUR_VIEW,
): ReturnType<Card['rail']['ask']> {
  return card.rail.ask({
    hold,
    caller,
    over,
    decided: over,
    approvalUrl: () => Promise.resolve(PAGE),
  })
}

describe('a card that may not decide', () => {
  const lookOf = async (hold: Hold): Promise<string> =>
    cardOf(await card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))['look_nonce'] as string

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
    expect(await home.store.holds.get(hold.id)).toEqual(hold)
    const refused = (await home.records()).filter(({ kind }) => kind === 'decision-refused')
    expect(refused).toHaveLength(3 + elsewhere.length + 1)
    const verdict = { answer: 'decline', by: 'ben', via: 'page', assurance: 'identified', reason: 'no' } as const
    await decide(home.store, { hold: hold.id, tenant: null, verdict })
    const told = cardOf(await call(NAMES.status, { hold: hold.id, nonce }))
    expect(told).toMatchObject({ state: 'declined', decided_by: 'ben', reason: 'no', via: 'page' })
  })

  test('has one proof or the other, never both', async () => {
    expect(cardOf(await card.waiting.pendingMeta(await stored(), OUR_VIEW, PAGE))).toMatchObject({
      nonce: expect.any(String) as string,
      look_nonce: null,
    })
    const hold = await stored({ ruling: { quorum: 2 } })
    expect(cardOf(await card.waiting.pendingMeta(hold, OUR_VIEW, PAGE))).toMatchObject({
      nonce: null,
      look_nonce: expect.any(String) as string,
    })
  })

  test('[L7] beside views of the server’s own it learns that it was decided, and not by whom or why', async () => {
    upstreamHasViews = true
    const hold = await stored()
    const nonce = await lookOf(hold)
    const verdict = { answer: 'decline', by: 'ben', via: 'page', assurance: 'identified', reason: 'private' } as const
    await decide(home.store, { hold: hold.id, tenant: null, verdict })
    const told = cardOf(await call(NAMES.status, { hold: hold.id, nonce }, context({ serverHasViews: true })))
    expect(told).toMatchObject({ state: 'declined', decided_by: null, reason: null, via: null })
    expect(JSON.stringify(told)).not.toMatch(/ben|private/)
    const found = (await home.store.holds.get(hold.id)) as Hold
    expect(JSON.stringify(await card.waiting.pendingMeta(found, OUR_VIEW, PAGE))).not.toMatch(/"ben"|private/)
  })
})

describe('a call that waits while it is asked elsewhere', () => {
  const input: JsonObject = { id: 'c_17' }
  let inDialog: boolean

  function show(hold: Hold, caller = OUR_VIEW): () => void {
    const approvalUrl = (): Promise<string> => Promise.resolve(PAGE)
    return card.waiting.show({ hold, caller, approvalUrl, isInDialog: () => inDialog })
  }

  test('[X11.E1] is told as waiting before its question is known, and is forgotten with its answer', async () => {
    const { call: made } = await stored()
    const forget = card.waiting.expect(made, OUR_VIEW)
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
      show(hold, clientWith({ ...VIEWS, view }))
      card.waiting.expect(hold.call, clientWith({ ...VIEWS, view }))
    }
    expect((await call(NAMES.pending, { arguments: input }))['structuredContent']).toEqual({ state: 'none' })
  })
})
