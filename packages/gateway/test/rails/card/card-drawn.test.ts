import type { JsonObject } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { noticeDrawnCards } from '../../../src/rails/card/card-offer.ts'
import type { Offer, OfferContext } from '../../../src/offers/offer.ts'

const CONTEXT = {} as OfferContext
const CARD = 'dev.holdpoint/card'

/** Every tool answers with what it was sent. */
const ECHO: Offer = {
  tools: () => [{ name: 'holdpoint_status' }],
  resources: () => [],
  reserves: () => true,
  callTool: (_context, name, sent) => (name === 'unknown' ? null : Promise.resolve(sent)),
  readResource: () => null,
}

const told = (state: string): JsonObject => ({ content: [], _meta: { [CARD]: { hold: 'hold-1', state } } })

test.each([
  ['a view that was told of a waiting hold has drawn it', 'holdpoint_pending', told('pending'), ['hold-1']],
  ['one that asks how it stands has too', 'holdpoint_status', told('pending'), ['hold-1']],
  ['what is decided is no question any more', 'holdpoint_status', told('approved'), []],
  ['a refusal shows nothing', 'holdpoint_pending', { content: [], isError: true }, []],
  ['another tool is none of the card', 'submit_feedback', told('pending'), []],
] as const)('%s', async (_name, tool, answer, expected) => {
  const drawn: string[] = []
  const offer = noticeDrawnCards(ECHO, (hold) => void drawn.push(hold))
  expect(await offer.callTool(CONTEXT, tool, answer)).toBe(answer)
  expect(drawn).toEqual(expected)
})

test('the offer itself is passed through', () => {
  const offer = noticeDrawnCards(ECHO, () => {})
  expect(offer.callTool(CONTEXT, 'unknown', {})).toBeNull()
  expect(offer.tools(CONTEXT)).toEqual([{ name: 'holdpoint_status' }])
})
