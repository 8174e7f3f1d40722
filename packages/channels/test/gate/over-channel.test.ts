import { createChannelGate, sendThroughChannel, toInboundMessage } from '@holdpoint/channels/gate'
import type { Channel, ChannelDelivery, Reply } from '@holdpoint/channels'
import { createMemoryStore } from '@holdpoint/store/memory'
import { expect, test } from 'vitest'

const REPLY: Reply = {
  event: 'e1',
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
    about: { name: 'work', platform: 'slack', dedupes: false, buttons: true },
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
