import { createDingTalkChannel } from '@holdpoint/channels'
import { createChannelGate, sendThroughChannel, toInboundMessage } from '@holdpoint/channels/gate'
import type { Channel, ChannelDelivery, Reply } from '@holdpoint/channels'
import { startDingTalkFake } from '@holdpoint/channels/testing'
import { wasShown } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { expect, onTestFinished, test, vi } from 'vitest'

const REPLY: Reply = {
  event: 'e1',
  sentAt: null,
  text: 'confirm',
  mention: [],
  origin: 'typed',
  by: { workspace: 'W1', user: 'U1', name: 'Ana' },
  place: { kind: 'person', id: 'D/1' },
  envelope: 'authenticated',
  answers: null,
}

function fakeChannel(longest = 10_000): { readonly channel: Channel; readonly delivered: ChannelDelivery[] } {
  const delivered: ChannelDelivery[] = []
  const channel = {
    about: { name: 'work', platform: 'slack', dedupes: false, buttons: true, signsReplies: true },
    fits: (message) => JSON.stringify(message).length <= longest,
    deliver: async (delivery) => {
      delivered.push(delivery)
      return { id: delivery.id, place: delivery.place, ref: 'r1' }
    },
  } satisfies Pick<Channel, 'about' | 'fits' | 'deliver'>
  return { channel: channel as unknown as Channel, delivered }
}

test('[X13.3] over a channel, a person is who the platform says, and the question goes where they wrote', async () => {
  const { channel, delivered } = fakeChannel()
  const store = createMemoryStore()
  const gate = createChannelGate({ name: 'orders', store, send: sendThroughChannel(channel) })
  gate.operation('delete', () => 'gone')
  const message = toInboundMessage(channel, REPLY)
  expect(message).toMatchObject({ session: 'work/person/D/1', by: 'slack:W1/U1', isGroup: false, id: 'e1' })
  const preview = { title: 'Delete <!channel> *it*' }
  const running = gate.run(message, { operation: 'delete', arguments: { note: '<https://x|y>' }, preview })
  await expect.poll(() => delivered.length).toBe(1)
  expect(delivered[0]).toMatchObject({
    place: { kind: 'person', id: 'D/1' },
    message: { title: 'Please confirm: Delete <!channel> *it*', buttons: [] },
  })
  await expect
    .poll(async () => {
      await gate.intercept({ ...message, id: `e${Math.random()}` })
      return (await store.holds.inState('succeeded', 1)).length
    })
    .toBe(1)
  expect(await running).toMatchObject({ kind: 'done', value: 'gone' })
  await gate.close()
})

test('[X13.3] what the platform would cut is not asked, and a foreign session is nobody’s', async () => {
  const { channel, delivered } = fakeChannel(200)
  const gate = createChannelGate({ name: 'orders', store: createMemoryStore(), send: sendThroughChannel(channel) })
  gate.operation('delete', () => 'gone')
  const request = { operation: 'delete', arguments: { note: 'x'.repeat(300) }, preview: { title: 'Delete' } }
  expect(await gate.run(toInboundMessage(channel, REPLY), request)).toMatchObject({ kind: 'denied' })
  expect(delivered).toEqual([])
  await expect(sendThroughChannel(channel)('other/person/D1', 'x')).rejects.toThrow('no session of the channel')
  await gate.close()
})

test("[X13.3] [X5] the sign of anybody's message with a body in the requester's name confirms nothing", async () => {
  const fake = await startDingTalkFake()
  const { clientId, clientSecret, url } = fake
  const channel = createDingTalkChannel({ name: 'd', clientId, clientSecret, apiBase: url, robotMessages: 'http' })
  const store = createMemoryStore()
  const gate = createChannelGate({ name: 'orders', store, send: sendThroughChannel(channel) })
  onTestFinished(async () => {
    await gate.close()
    await channel.close()
    await fake.close()
  })
  const ran: unknown[] = []
  gate.operation('delete', (given) => void ran.push(given))
  const consumed: boolean[] = []
  await channel.open({
    pressed: async () => await Promise.reject(new Error('no button')),
    wrote: async (reply) => void consumed.push(await gate.intercept(toInboundMessage(channel, reply))),
  })
  const write = async (signed: string, text: string): Promise<void> => {
    const at = Date.now()
    const { headers } = fake.robotRequest({ text: signed, userId: 'U2', group: null }, at)
    const { body } = fake.robotRequest({ text, userId: 'U1', group: null, msgId: text }, at)
    expect(await channel.request({ method: 'POST', path: 'robot', headers, body, receivedAt: at })).toMatchObject({
      status: 200,
    })
  }
  await write('hello', 'delete my order')
  const at = { session: 'd/person/U1', by: 'dingtalk:W1/U1', isGroup: false }
  void gate.run(at, { operation: 'delete', arguments: { id: 1 }, preview: { title: 'Delete order 1' } })
  const [hold] = await vi.waitUntil(async () => {
    const open = await store.holds.inState('pending', 1)
    return open.length === 1 ? open : null
  })
  await expect.poll(() => wasShown(store, hold?.id ?? '', 'chat')).toBe(true)
  for (const text of ['确认', 'confirm', '取消']) await write('hello', text)
  await expect.poll(() => consumed).toEqual([false, true, true, true])
  expect(await store.holds.inState('pending', 2)).toHaveLength(1)
  expect(ran).toEqual([])
})
