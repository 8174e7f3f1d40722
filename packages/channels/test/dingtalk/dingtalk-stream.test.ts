import { createDingTalkChannel } from '@holdpoint/channels'
import { startDingTalkFake } from '@holdpoint/channels/testing'
import type { DingTalkFake } from '@holdpoint/channels/testing'
import type { Channel } from '@holdpoint/channels'
import { rememberingReceiver } from '@holdpoint/testing/channel'
import { afterEach, describe, expect, test } from 'vitest'
import { GROUP, optionsFor } from './dingtalk-under-test.ts'

const opened: { readonly channel: Channel; readonly fake: DingTalkFake }[] = []

afterEach(async () => {
  for (const { channel, fake } of opened.splice(0)) {
    await channel.close()
    await fake.close()
  }
})

async function openDingTalk(pauses = { firstMs: 20, mostMs: 60_000, heartbeatMs: 30_000 }) {
  const fake = await startDingTalkFake()
  const channel = createDingTalkChannel({ ...optionsFor(fake, 'card'), pauses })
  const receiver = rememberingReceiver()
  opened.push({ channel, fake })
  await channel.open(receiver)
  return { channel, fake, receiver }
}

describe('[X13.S2] the stream from DingTalk', () => {
  test('asks for what it receives, with the ticket of its own, over one connection', async () => {
    const { channel, fake } = await openDingTalk()
    expect(fake.connections()).toBe(1)
    const [request] = fake.requests().filter(({ path }) => path.endsWith('/connections/open'))
    expect(request?.body['subscriptions']).toEqual([
      { type: 'CALLBACK', topic: '/v1.0/card/instances/callback' },
      { type: 'CALLBACK', topic: '/v1.0/im/bot/messages/get' },
    ])
    expect(channel.health()).toMatchObject({ state: 'connected', problem: null })
  })

  test("answers DingTalk's own look whether it is there with what came", async () => {
    const { fake } = await openDingTalk()
    expect(await fake.ping('123-dsfs')).toMatchObject({ code: 200, data: { opaque: '123-dsfs' } })
  })

  test('an announced end: a new connection comes, and what is being answered on the old one still is', async () => {
    const { channel, fake, receiver } = await openDingTalk()
    let decide = (): void => {}
    receiver.pressed = async () => {
      await new Promise<void>((resolve) => (decide = resolve))
      return { notice: 'Stored.', message: null }
    }
    const press = fake.press({ outTrackId: 'd1', userId: 'U1', params: { press: 'group.b1' } })
    fake.announceDisconnect()
    await expect.poll(() => fake.connections()).toBe(2)
    await expect.poll(() => channel.health().state).toBe('connected')
    decide()
    expect(await press).toMatchObject({ code: 200 })
    expect(fake.connectionRequests()).toHaveLength(2)
  })

  test('connections that are taken and closed at once lead to no storm', async () => {
    const { channel, fake } = await openDingTalk()
    fake.closeStreams(true)
    const before = fake.connectionRequests().length
    fake.drop()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const times = fake.connectionRequests().slice(before)
    // 20 ms, doubled each time: 20, 40, 80 … 1280 ms, each a quarter more or less.
    expect(times.length).toBeGreaterThanOrEqual(2)
    expect(times.length).toBeLessThanOrEqual(8)
    // Between being taken and being closed it is connected, for a moment.
    await expect
      .poll(() => channel.health())
      .toMatchObject({ state: 'connecting', problem: expect.stringContaining('DingTalk') })
  })

  test('many losses at once lead to one attempt', async () => {
    const { channel, fake } = await openDingTalk()
    const before = fake.connectionRequests().length
    for (let loss = 0; loss < 25; loss += 1) fake.drop()
    await expect.poll(() => fake.connectionRequests().length - before).toBe(1)
    await expect.poll(() => channel.health().state).toBe('connected')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(fake.connectionRequests().length - before).toBe(1)
    expect(fake.connections()).toBe(1)
  })

  test('announcements without end lead to no storm either', async () => {
    const { fake } = await openDingTalk()
    const before = fake.connectionRequests().length
    for (let count = 0; count < 50; count += 1) {
      fake.announceDisconnect()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(fake.connectionRequests().length - before).toBeLessThanOrEqual(7)
  })

  test('a connection on which nothing comes back is given up', async () => {
    const { channel, fake } = await openDingTalk({ firstMs: 20, mostMs: 100, heartbeatMs: 300 })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(fake.connectionRequests(), 'answered looks keep it').toHaveLength(1)
    fake.freeze(true)
    await expect.poll(() => fake.connectionRequests().length).toBeGreaterThan(1)
    fake.freeze(false)
    await expect.poll(() => channel.health().state).toBe('connected')
  })

  test('credentials that are refused later are not tried again and again', async () => {
    const { channel, fake } = await openDingTalk()
    fake.changeSecret('another-secret')
    fake.lapseTokens()
    fake.drop()
    await expect.poll(() => channel.health().state).toBe('refused')
    expect(channel.health().problem).toContain('DingTalk refuses the credentials (authFailed)')
    const attempts = fake.requests().length
    for (let count = 0; count < 20; count += 1)
      await expect(channel.say(GROUP, 'hello')).rejects.toMatchObject({ kind: 'refused' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    // One message with the old token, one token refused: the others know.
    expect(fake.requests().length - attempts).toBeLessThanOrEqual(2)
  })

  test('what was refused or closed cannot be opened again, and says so', async () => {
    const { channel, fake } = await openDingTalk()
    await channel.close()
    await expect(channel.open(rememberingReceiver())).rejects.toMatchObject({ kind: 'refused' })
    expect(fake.connectionRequests()).toHaveLength(1)
  })

  test('frames that are no JSON, or of topics that nobody asked for, break nothing', async () => {
    const { fake, receiver } = await openDingTalk()
    fake.sendRaw('{{{')
    fake.sendRaw('[]')
    fake.sendRaw('null')
    fake.sendRaw('{"type":"CALLBACK"}')
    expect(await fake.push('/v1.0/other', { x: 1 })).toMatchObject({ code: 200 })
    await fake.write({ text: 'end', userId: 'U1', group: null })
    await expect.poll(() => receiver.replies.map(({ text }) => text)).toEqual(['end'])
  })
})
