import { randomInt, randomUUID } from 'node:crypto'
import { decide, sweepHolds, toPeople } from '@holdpoint/core'
import type { Hold, People, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { ChannelError } from '../../src/index.ts'
import type { ChannelPerson } from '../../src/index.ts'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createChannelQuestions } from '../../src/questions/channel-questions.ts'
import type { ChannelQuestions, ChannelQuestionsOptions } from '../../src/questions/channel-questions.ts'
import { OPS, playChannel } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'

const ANA: ChannelPerson = { workspace: 'T1', user: 'U1', name: null }
const BOB: ChannelPerson = { workspace: 'T1', user: 'U2', name: null }
const STRANGER: ChannelPerson = { workspace: 'T1', user: 'U9', name: null }

const PEOPLE: People = toPeople(
  {
    people: {
      ana: { identities: ['slack:T1/U1', 'feishu:K1/ou1'], roles: ['approver'] },
      bob: { identities: ['slack:T1/U2'], roles: ['approver'] },
      vic: { identities: ['slack:T1/U3'], roles: ['viewer'] },
    },
    tokens: [],
  },
  [],
)

interface Opened {
  readonly store: Store
  readonly slack: PlayedChannel
  readonly questions: ChannelQuestions
  ask(over?: Partial<Hold> & { readonly id?: string }): Promise<Hold>
  get(id: string): Promise<Hold | null>
}

const open: ChannelQuestions[] = []
afterEach(async () => {
  for (const questions of open.splice(0)) await questions.close()
})

async function start(
  over: Partial<ChannelQuestionsOptions> = {},
  slack: PlayedChannel = playChannel('slack'),
  store: Store = createMemoryStore(),
): Promise<Opened> {
  const questions = createChannelQuestions({
    store,
    channels: [slack.channel],
    self: randomUUID(),
    routeOf: () => ({ to: [{ channel: 'slack', place: OPS }], otherwise: [] }),
    people: async () => PEOPLE,
    words: () => ({}),
    localeOf: () => 'en',
    alerts: () => [],
    page: (id) => `https://holdpoint.example/approvals/${id}`,
    mostOpen: 20,
    randomId: randomUUID,
    randomInteger: (limit) => randomInt(limit),
    log: () => {},
    ...over,
  })
  open.push(questions)
  await questions.open()
  return {
    store,
    slack,
    questions,
    get: (id) => store.holds.get(id),
    async ask(more = {}) {
      const now = await store.now()
      const sample = waitingHold({ id: more.id ?? randomUUID(), key: randomUUID() })
      const ruling = { ...sample.ruling, assurance: 'identified' as const, executeWithinMs: 600_000, ...more.ruling }
      const hold: Hold = { ...sample, createdAt: now, decideBy: now + 3_600_000, ...more, ruling }
      await store.holds.changeNewest(hold.key, () => ({
        do: 'write',
        hold,
        record: sampleRecord({ kind: 'hold-created', hold: hold.id }),
        before: null,
        answer: null,
      }))
      return hold
    },
  }
}

async function shownFor(slack: PlayedChannel, count = 1): Promise<void> {
  await vi.waitFor(() => expect(slack.shown).toHaveLength(count), 10_000)
}

const button = (slack: PlayedChannel, tone: 'approve' | 'decline', at = 0): string =>
  slack.shown[at]?.message.buttons.find((each) => each.tone === tone)?.id ?? ''
const codeOf = async ({ store }: Opened, hold: Hold): Promise<string> =>
  (await store.deliveries.ofHolds([hold.id]))[0]?.code ?? ''
const textOf = (slack: PlayedChannel, at = 0): string => JSON.stringify(slack.shown[at]?.message)

describe('[X13.4] a hold that waits is asked about in a chat', () => {
  test('a press of a mapped approver decides it, and every copy says who did', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const answer = await opened.slack.press(button(opened.slack, 'approve'), ANA)
    expect(answer.notice).toMatch(/^Approved/)
    expect(answer.message?.buttons).toEqual([])
    expect(await opened.get(hold.id)).toMatchObject({
      state: 'approved',
      verdicts: [{ answer: 'approve', by: 'slack:T1/U1', person: 'ana', via: 'channel', assurance: 'identified' }],
    })
    await vi.waitFor(() => expect(textOf(opened.slack)).toContain('Approved by ana'))
    expect(opened.slack.shown[0]?.message.buttons).toEqual([])
  })

  test('a press of someone who is not mapped, or may only look, decides nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    for (const by of [STRANGER, { ...ANA, workspace: 'T2' }, { workspace: 'T1', user: 'U3', name: null }]) {
      const { notice } = await opened.slack.press(button(opened.slack, 'approve'), by)
      expect(notice).not.toMatch(/^Approved/)
      expect(notice).not.toBe('')
    }
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('an unsigned envelope decides nothing, whoever it names', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.press(button(opened.slack, 'approve'), ANA, { envelope: 'unsigned' })
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { envelope: 'unsigned' })
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a decline carries its reason', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.press(button(opened.slack, 'decline'), BOB, { reason: 'wrong customer' })
    expect(await opened.get(hold.id)).toMatchObject({
      state: 'declined',
      verdicts: [{ by: 'slack:T1/U2', reason: 'wrong customer' }],
    })
  })

  test('a late press is answered with what happened, and changes nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const [yes, no] = [button(opened.slack, 'approve'), button(opened.slack, 'decline')]
    await opened.slack.press(yes, ANA)
    const { notice } = await opened.slack.press(no, BOB)
    expect(notice).toContain('Approved by ana')
    expect((await opened.get(hold.id))?.verdicts).toHaveLength(1)
  })

  test('a button of another channel, a made-up one, and one pressed elsewhere are not known', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    for (const id of ['x', '', 'a'.repeat(5000), '__proto__', `${button(opened.slack, 'approve')} `]) {
      expect((await opened.slack.press(id, ANA)).notice).toMatch(/not known/)
    }
    const elsewhere = { place: { kind: 'group', id: 'another' } } as const
    expect((await opened.slack.press(button(opened.slack, 'approve'), ANA, elsewhere)).notice).toMatch(/not known/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a reply with the code decides; a bare word is answered with what to type', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    await opened.slack.write('confirm', ANA)
    expect(opened.slack.said.at(-1)?.text).toContain(`confirm ${code}`)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await opened.slack.write(`confirm ${code}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toMatch(/^Approved/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved', verdicts: [{ assurance: 'identified' }] })
  })

  test('talk between people is left alone; unknown codes are told, also those of a decided hold', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    for (const text of ['let me look', 'who ran this?', 'confirm it please']) await opened.slack.write(text, ANA)
    expect(opened.slack.said).toEqual([])
    await opened.slack.write('confirm 3A4B', ANA)
    expect(opened.slack.said.at(-1)?.text).toContain('3A4B')
    await opened.slack.write(`cancel ${code}`, BOB)
    await opened.slack.write(`confirm ${code}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toContain('Declined by bob')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined' })
  })

  test('edited, forwarded, quoted texts and those of bots decide nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    for (const origin of ['edited', 'forwarded', 'quoted', 'bot'] as const) {
      await opened.slack.write(`confirm ${code}`, ANA, { origin })
    }
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a code of one place names nothing in another', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { place: { kind: 'group', id: 'random' } })
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('two people for a quorum of two; the same person on two platforms counts once', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    const hold = await opened.ask({ ruling: { ...ruling, quorum: 2 } })
    await shownFor(opened.slack)
    expect((await opened.slack.press(button(opened.slack, 'approve'), ANA)).notice).toMatch(/more people/)
    const again = await decide(opened.store, {
      hold: hold.id,
      tenant: hold.call.tenant,
      verdict: { answer: 'approve', by: 'feishu:K1/ou1', via: 'channel', assurance: 'identified', reason: null },
      people: PEOPLE,
    })
    expect(again.kind).not.toBe('decided')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(textOf(opened.slack)).toContain('1 of 2 people'))
    await opened.slack.press(button(opened.slack, 'approve'), BOB)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })

  test('what does not fit cannot be approved here, neither by a press of its id nor by a reply', async () => {
    const opened = await start({}, playChannel('slack', 400))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
    expect((await opened.slack.press(delivery?.buttons.approve ?? '', ANA)).notice).toMatch(/too long/)
    await opened.slack.write(`confirm ${delivery?.code ?? ''}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toMatch(/too long/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await opened.slack.write(`cancel ${delivery?.code ?? ''}`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined' })
  })

  test('[X13.2] where the rule demands the code, no button approves, a press of its id is told what to type, and the code decides', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    const hold = await opened.ask({ ruling: { ...ruling, code: 'always' } })
    await shownFor(opened.slack)
    expect(opened.slack.shown[0]?.message.buttons.map(({ tone }) => tone)).toEqual(['decline'])
    const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
    const { notice } = await opened.slack.press(delivery?.buttons.approve ?? '', ANA)
    expect(notice).toContain(`confirm ${delivery?.code}`)
    await opened.slack.write('confirm', ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    await opened.slack.write(`confirm ${delivery?.code}`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved', verdicts: [{ by: 'slack:T1/U1' }] })
    const declined = await opened.ask({ ruling: { ...ruling, code: 'always' } })
    await shownFor(opened.slack, 2)
    await opened.slack.press(button(opened.slack, 'decline', 1), BOB)
    expect(await opened.get(declined.id)).toMatchObject({ state: 'declined' })
  })

  test('a rule that names other rails is not asked here', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    await opened.ask({ ruling: { ...ruling, rails: ['page'] } })
    await opened.ask()
    await shownFor(opened.slack)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(opened.slack.shown).toHaveLength(1)
  })

  test('a person who was removed decides nothing from that moment on', async () => {
    let people = PEOPLE
    const opened = await start({ people: async () => people })
    const hold = await opened.ask()
    await shownFor(opened.slack)
    people = toPeople({ people: {}, tokens: [] }, [])
    await opened.slack.press(button(opened.slack, 'approve'), ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })
})

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

  test('[E15] a flood becomes one line, never an approval; as room comes the others are asked', async () => {
    const opened = await start({ mostOpen: 3 })
    const holds = []
    for (let count = 0; count < 8; count++) holds.push(await opened.ask())
    await shownFor(opened.slack, 3)
    await vi.waitFor(() => expect(opened.slack.said).toHaveLength(1))
    expect(opened.slack.said[0]?.text).toMatch(/^[1-5] more questions wait/)
    for (const { id } of holds) expect(await opened.get(id)).toMatchObject({ state: 'pending', verdicts: [] })
    await opened.slack.press(button(opened.slack, 'decline'), ANA)
    await shownFor(opened.slack, 4)
  })
})
