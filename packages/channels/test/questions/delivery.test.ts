import { sweepHolds } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { describe, expect, test, vi } from 'vitest'
import { ChannelError } from '../../src/index.ts'
import type { Channel } from '../../src/index.ts'
import { createDelivering } from '../../src/questions/deliver-questions.ts'
import { OPS, playChannel } from './played-channel.ts'
import { ANA, BOB, button, shownFor, start } from './question-scene.ts'

describe('[X13.4] delivery', () => {
  test('[F2] two processes on one store ask once in each place', async () => {
    const store = createMemoryStore()
    const slack = playChannel('slack')
    const first = await start({}, slack, store)
    await start({}, slack, store)
    for (let count = 0; count < 10; count++) await first.ask()
    await shownFor(slack, 10)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(slack.shown).toHaveLength(10)
  })

  test('what waited before the process began is asked', async () => {
    const store = createMemoryStore()
    const silent = await start({ routeOf: () => null }, playChannel('slack'), store)
    await silent.ask()
    const { slack } = await start({}, playChannel('slack'), store)
    await shownFor(slack)
  })

  test('a platform that says "later" is tried again, not before; a lost answer sends no second message where it dedupes', async () => {
    const slack = playChannel('slack')
    slack.failNext(new ChannelError('later', 'too many', { retryAfterMs: 300 }))
    const opened = await start({}, slack)
    const before = performance.now()
    await opened.ask()
    await shownFor(slack)
    expect(performance.now() - before).toBeGreaterThan(280)
  })

  test('a place that is not there falls through to the next, and the failure stays to be seen', async () => {
    const [slack, feishu] = [playChannel('slack'), playChannel('feishu')]
    slack.failNext(new ChannelError('no-such-place', 'the bot is not in that channel'))
    const route = {
      to: [{ channel: 'slack', place: OPS }],
      otherwise: [{ channel: 'feishu', place: OPS }],
    }
    const opened = await start({ channels: [slack.channel, feishu.channel], routeOf: () => route }, slack)
    const hold = await opened.ask()
    await shownFor(feishu)
    expect(await opened.store.deliveries.ofHolds([hold.id])).toMatchObject([
      { channel: 'slack', state: 'failed', problem: 'the bot is not in that channel' },
      { channel: 'feishu', state: 'sent' },
    ])
  })

  test('[F6] a platform that cannot be reached holds up no other, and the next place is asked beside it', async () => {
    const [slack, feishu] = [playChannel('slack'), playChannel('feishu')]
    const away = new ChannelError('later', 'Slack cannot be reached.')
    slack.failNext(...Array.from({ length: 12 }, () => away))
    const unreachable = {
      ...slack.channel,
      open: () => new Promise<void>(() => {}),
      health: () => ({ state: 'connecting', problem: 'Slack cannot be reached.', since: Date.now() - 60_000 }) as const,
    }
    const route = {
      to: [{ channel: 'slack', place: OPS }],
      otherwise: [{ channel: 'feishu', place: OPS }],
    }
    const channels = [unreachable, feishu.channel]
    const store = createMemoryStore()
    await start({ channels, routeOf: () => route }, slack, store)
    const opened = await start({ channels: [] }, slack, store)
    const hold = await opened.ask()
    await shownFor(feishu)
    expect(await store.deliveries.ofHolds([hold.id])).toMatchObject([
      { channel: 'slack', state: 'waiting', instead: false },
      { channel: 'feishu', state: 'sent', instead: true },
    ])
  })

  test('[F6] a channel of the route that could not be set up here is as one that is away', async () => {
    const [slack, feishu] = [playChannel('slack'), playChannel('feishu')]
    const route = {
      to: [
        { channel: 'slack', place: OPS },
        { channel: 'dingtalk', place: OPS },
      ],
      otherwise: [{ channel: 'feishu', place: OPS }],
    }
    const opened = await start({ channels: [slack.channel, feishu.channel], routeOf: () => route }, slack)
    await opened.ask()
    await shownFor(slack)
    await shownFor(feishu)
  })

  test('what a failure says comes from the channel; of any other error only its kind is told', async () => {
    const slack = playChannel('slack')
    slack.failNext(new TypeError('fetch failed: authorization: Bearer xoxb-secret'))
    const said: string[] = []
    const opened = await start({ log: (line) => said.push(line) }, slack)
    const hold = await opened.ask()
    const problem = async (): Promise<string | null> =>
      (await opened.store.deliveries.ofHolds([hold.id]))[0]?.problem ?? null
    await vi.waitFor(async () => expect(await problem()).toContain('TypeError'))
    expect(`${await problem()} ${said.join(' ')}`).not.toContain('xoxb')
  })

  test('a message that the platform does not answer holds up no other', async () => {
    const slack = playChannel('slack')
    const end = slack.hangNext()
    const opened = await start({}, slack)
    const first = await opened.ask()
    await vi.waitFor(async () => {
      const [delivery] = await opened.store.deliveries.ofHolds([first.id])
      expect(delivery?.job?.lease).toBeTruthy()
    })
    await opened.ask()
    await shownFor(slack)
    end()
  })

  test('[F6] a platform that takes no message is tried again, and the next place is asked meanwhile', async () => {
    const [slack, feishu] = [playChannel('slack'), playChannel('feishu')]
    slack.away()
    const route = {
      to: [{ channel: 'slack', place: OPS }],
      otherwise: [{ channel: 'feishu', place: OPS }],
    }
    const channels = [slack.channel, feishu.channel]
    const opened = await start({ channels, routeOf: () => route }, slack)
    const hold = await opened.ask()
    await shownFor(feishu)
    expect(await opened.store.deliveries.ofHolds([hold.id])).toMatchObject([
      { channel: 'slack', state: 'waiting', problem: 'the platform is away', job: { kind: 'send' } },
      { channel: 'feishu', state: 'sent' },
    ])
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    await feishu.press(button(feishu, 'approve'), ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })

  test('[F6] an outage of hours takes no question away that is still open, and leaves none standing that is not', async () => {
    let now = Date.now()
    const store = createMemoryStore({ now: () => now })
    const slack = playChannel('slack')
    let isAway = true
    const whenBack = async <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
      if (isAway) throw new ChannelError('later', 'the platform is away')
      return await answer()
    }
    const channel: Channel = {
      ...slack.channel,
      deliver: (delivery) => whenBack(() => slack.channel.deliver(delivery)),
      update: (delivered, message) => whenBack(() => slack.channel.update(delivered, message)),
    }
    const { ask, get } = await start({ channels: [] }, slack, store)
    const hold = await ask({ decideBy: now + 24 * 3_600_000 })
    const place = { channel: 'slack', place: OPS, audience: 'approver', instead: false } as const
    const buttons = { approve: 'yes', decline: 'no' }
    const planned = { ...place, id: 'd1', hold: hold.id, tenant: hold.call.tenant, buttons }
    await store.deliveries.plan([planned], () => '7F3K')
    const delivering = createDelivering({
      store,
      channels: new Map([['slack', channel]]),
      self: 'self',
      localeOf: () => 'en',
      messageOf: (_channel, _delivery, { state }) => ({
        message: { title: state, risk: null, parts: [], buttons: [], link: null },
        whole: true,
      }),
      notBrought: async () => {},
      ended: () => {},
      log: () => {},
    })
    const work = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute++) {
        await delivering.work()
        await delivering.settled()
        now += 60_000
      }
    }
    await work(180)
    isAway = false
    await work(6)
    expect(slack.shown).toMatchObject([{ message: { title: 'pending' } }])
    isAway = true
    now += 24 * 3_600_000
    await sweepHolds(store, () => 'running')
    expect(await get(hold.id)).toMatchObject({ state: 'expired' })
    await work(180)
    isAway = false
    await work(6)
    expect(slack.shown).toMatchObject([{ message: { title: 'expired' } }])
  })

  test('[F6] a question that no platform took expires, and nothing else comes of it', async () => {
    const slack = playChannel('slack')
    slack.away()
    const opened = await start({}, slack)
    const hold = await opened.ask({ decideBy: (await opened.store.now()) + 50 })
    await vi.waitFor(async () => {
      await sweepHolds(opened.store, () => 'running')
      expect(await opened.get(hold.id)).toMatchObject({ state: 'expired', verdicts: [] })
    })
    expect(slack.shown).toEqual([])
  })

  test('[F7] where a message cannot be changed, its old buttons decide nothing and tell what happened', async () => {
    const slack = playChannel('slack')
    let tried = 0
    const update = async (): Promise<never> => {
      tried += 1
      throw new ChannelError('no-such-place', 'it cannot be changed')
    }
    const opened = await start({ channels: [{ ...slack.channel, update }] }, slack)
    const hold = await opened.ask()
    await shownFor(slack)
    const [yes, no] = [button(slack, 'approve'), button(slack, 'decline')]
    await slack.press(no, ANA)
    await vi.waitFor(() => expect(tried).toBe(1))
    // It still shows them.
    expect(button(slack, 'approve')).toBe(yes)
    const { notice, message } = await slack.press(yes, BOB)
    expect(notice).toContain('Declined by ana')
    expect(message?.buttons).toEqual([])
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined', verdicts: [{ person: 'ana' }] })
  })

  test('a message whose answer was lost is brought up to date, though it was decided before the next attempt', async () => {
    const slack = playChannel('slack')
    let isLost = true
    const deliver: Channel['deliver'] = async (wanted) => {
      const delivered = await slack.channel.deliver(wanted)
      if (!isLost) return delivered
      isLost = false
      throw new ChannelError('unknown', 'the answer was lost')
    }
    const opened = await start({ channels: [{ ...slack.channel, deliver }] }, slack)
    const hold = await opened.ask()
    await shownFor(slack)
    expect(slack.shown[0]?.message.buttons).not.toEqual([])
    await opened.slack.press(button(slack, 'decline'), ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined' })
    await vi.waitFor(() => expect(slack.shown[0]?.message.buttons).toEqual([]), 10_000)
    expect(slack.shown).toHaveLength(1)
    await vi.waitFor(
      async () => expect(await opened.store.deliveries.ofHolds([hold.id])).toMatchObject([{ state: 'closed' }]),
      10_000,
    )
  })

  test('[E15] a flood becomes one line, never an approval; as room comes the others are asked', async () => {
    const store = createMemoryStore()
    const slack = playChannel('slack')
    const opened = await start({ mostOpen: 3 }, slack, store)
    await start({ mostOpen: 3 }, slack, store)
    const holds = await Promise.all(Array.from({ length: 40 }, () => opened.ask()))
    await shownFor(slack, 3)
    await vi.waitFor(() => expect(slack.said).toHaveLength(1), 10_000)
    expect(slack.said[0]?.text).toMatch(/^37 more questions wait/)
    expect(slack.shown).toHaveLength(3)
    for (const { id } of holds) expect(await opened.get(id)).toMatchObject({ state: 'pending', verdicts: [] })
    await slack.press(button(slack, 'decline'), ANA)
    await shownFor(slack, 4)
  })

  test('[E15] a person who is reached in several chats is asked no more than in one; the same question in two of them is one', async () => {
    const [slack, feishu] = [playChannel('slack'), playChannel('feishu')]
    const inSlack = { channel: 'slack', place: { kind: 'person', id: 'U1' } } as const
    const inFeishu = { channel: 'feishu', place: { kind: 'person', id: 'ou_1' } } as const
    const inGroup = { channel: 'slack', place: { kind: 'group', id: 'C2' } } as const
    const opened = await start(
      {
        channels: [slack.channel, feishu.channel],
        mostOpen: 3,
        routeOf: ({ id }) => ({
          to: id.startsWith('both') ? [inSlack, inFeishu] : [id.startsWith('one') ? inSlack : inFeishu, inGroup],
          otherwise: [],
        }),
        sameReader: (destination) => (destination.place.kind === 'group' ? [destination] : [inSlack, inFeishu]),
      },
      slack,
    )
    await opened.ask({ id: 'both-1' })
    await vi.waitFor(() => expect([slack.shown.length, feishu.shown.length]).toEqual([1, 1]), 10_000)
    await Promise.all(['one-1', 'one-2', 'other-1', 'other-2', 'both-2'].map((id) => opened.ask({ id })))
    const asked = async ({ channel, place }: typeof inSlack | typeof inFeishu | typeof inGroup): Promise<string[]> =>
      (await opened.store.deliveries.openIn(channel, place)).map(({ hold }) => hold)
    await vi.waitFor(() => expect([...slack.said, ...feishu.said]).not.toEqual([]), 10_000)
    const hers = new Set([...(await asked(inSlack)), ...(await asked(inFeishu))])
    expect(hers.size).toBe(3)
    // A group is a reader of its own.
    expect(await asked(inGroup)).toHaveLength(3)
    expect(await opened.get('both-2')).toMatchObject({ state: 'pending', verdicts: [] })
  })
})
