import { sampleHold } from '@holdpoint/testing'
import { expect, test } from 'vitest'
import { BOT_IDENTITY } from '../../src/index.ts'
import { findChannelRoute } from '../../src/policy/index.ts'
import type { ChannelRoute } from '../../src/policy/index.ts'

const ANY = { rule: null, server: null, tool: null, tenant: null, session: null }
const route = (match: Partial<ChannelRoute['match']>): ChannelRoute => ({
  match: { ...ANY, ...match },
  to: [{ channel: 'slack', place: { kind: 'group', id: 'C1' } }],
  otherwise: [],
})
const hold = sampleHold()
const { call } = hold
const ofBot = {
  ...hold,
  call: { ...call, server: { ...call.server, name: 'orders', identity: `${BOT_IDENTITY}orders` } },
}

test('[X13.4] the first route that matches counts; without a match there is none', () => {
  const [mail, any] = [route({ server: ['mail*'] }), route({})]
  expect(findChannelRoute([mail, any], hold)).toBe(any)
  expect(findChannelRoute([route({ server: [call.server.name] }), any], hold)).not.toBe(any)
  expect(findChannelRoute([mail], hold)).toBeNull()
})

test('[S3.1] a hold of a bot is asked where it was asked for, and elsewhere only by a route that names the bot', () => {
  expect(findChannelRoute([route({}), route({ tool: ['*'] })], ofBot)).toBeNull()
  const named = route({ server: ['orders'] })
  expect(findChannelRoute([route({}), named], ofBot)).toBe(named)
})

test('[X12.2] a hold whose rule asks elsewhere is asked in no chat, whatever route matches', () => {
  const ruled = (rails: typeof hold.ruling.rails) => ({ ...hold, ruling: { ...hold.ruling, rails } })
  expect(findChannelRoute([route({})], ruled(['page']))).toBeNull()
  expect(findChannelRoute([route({})], ruled(['page', 'channel']))).not.toBeNull()
  expect(findChannelRoute([route({})], ruled(null))).not.toBeNull()
})

test('[X13.4] a route that names no tenant is for the default one; another tenant is told where its route says so', () => {
  const foreign = { ...hold, call: { ...call, tenant: 'acme' } }
  expect(findChannelRoute([route({}), route({ server: ['*'] })], foreign)).toBeNull()
  const [own, every] = [route({ tenant: ['acme'] }), route({ tenant: ['*'] })]
  expect(findChannelRoute([route({}), own], foreign)).toBe(own)
  expect(findChannelRoute([every], foreign)).toBe(every)
  expect(findChannelRoute([every], hold)).toBe(every)
})
