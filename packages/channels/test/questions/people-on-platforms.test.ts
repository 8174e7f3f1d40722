/**
 * Whom a press stands for, by real presses: the channels of Slack and Feishu before the local servers that play their platforms.
 * Ana has an account in both, and makes calls at the machine.
 */
import { toPeople } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { ANA, BEN } from '@holdpoint/testing/channel'
import type { ChannelUnderTest } from '@holdpoint/testing/channel'
import { waitingHold } from '@holdpoint/testing/store'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ChannelPerson } from '../../src/index.ts'
import { makeFeishuUnderTest } from '../feishu/feishu-under-test.ts'
import { openSlack } from '../slack/slack-under-test.ts'
import { codeOf, start } from './question-scene.ts'
import type { Opened } from './question-scene.ts'
import { playChannel } from './played-channel.ts'

const WAIT = { timeout: 60_000, interval: 20 }
const { ruling } = waitingHold({ id: 'any' })
const TWO = { ...ruling, quorum: 2 }

const PEOPLE = toPeople(
  {
    people: {
      ana: { identities: ['local:ana', 'slack:W1/U1', 'feishu:W1/U1'], roles: ['approver'] },
      ben: { identities: ['slack:W1/U2', 'feishu:W1/U2'], roles: ['approver'] },
    },
    tokens: [],
  },
  [],
)

interface Platforms {
  readonly opened: Opened
  readonly slack: ChannelUnderTest
  readonly feishu: ChannelUnderTest
  /** Asks in both, and waits until both messages stand there. */
  ask(more: Partial<Hold>): Promise<Hold>
  /** Presses "Approve" on the newest message there; what the person is told. */
  approve(on: ChannelUnderTest, by: ChannelPerson): Promise<string>
}

async function startPlatforms(): Promise<Platforms> {
  const slack = await openSlack('socket', 'good')
  const feishu = await makeFeishuUnderTest('stream', 'good')
  const to = [
    { channel: slack.channel.about.name, place: slack.place },
    { channel: feishu.channel.about.name, place: feishu.place },
  ]
  const opened = await start(
    { channels: [slack.channel, feishu.channel], routeOf: () => ({ to, otherwise: [] }), people: async () => PEOPLE },
    playChannel('none'),
  )
  onTestFinished(async () => {
    await opened.questions.close()
    await slack.close()
    await feishu.close()
  })
  let events = 0
  return {
    opened,
    slack,
    feishu,
    async ask(more) {
      const before = [slack, feishu].map((under) => under.drawn().length)
      const hold = await opened.ask(more)
      await vi.waitFor(
        () => expect([slack, feishu].map((under) => under.drawn().length)).toEqual(before.map((count) => count + 1)),
        WAIT,
      )
      return hold
    },
    async approve(on, by) {
      const message = on.drawn().at(-1)
      const button = message?.buttons.find(({ text }) => text === 'Approve')?.id ?? ''
      if (message === undefined || button === '') throw new Error('There is nothing to press.')
      const told = on.notices().length
      await on.press({ message, button, by, event: `e${++events}` })
      await vi.waitFor(() => expect(on.notices().length).toBeGreaterThan(told), WAIT)
      return on.notices().at(-1) ?? ''
    },
  }
}

describe('[X13.4] whom a press stands for', () => {
  test('four eyes: who asked for the call does not approve it in a chat, by no account of theirs', async () => {
    const { opened, slack, feishu, ask, approve } = await startPlatforms()
    const hold = await ask({ call: { ...waitingHold({ id: 'any' }).call, principal: 'local:ana' }, ruling: TWO })
    for (const on of [slack, feishu]) {
      expect(await approve(on, ANA)).toMatch(/did not count/)
      expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    }
    await slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { mentionsBot: true })
    await vi.waitFor(() => expect(slack.drawn().at(-1)?.text).toMatch(/did not count/), WAIT)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('where one yes is enough, the same person may say it', async () => {
    const { opened, slack, ask, approve } = await startPlatforms()
    const hold = await ask({ call: { ...waitingHold({ id: 'any' }).call, principal: 'local:ana' } })
    expect(await approve(slack, ANA)).toMatch(/^Approved/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved', verdicts: [{ person: 'ana' }] })
  })

  test('the same person on two platforms counts once; another person on the second makes two', async () => {
    const { opened, slack, feishu, ask, approve } = await startPlatforms()
    const hold = await ask({
      call: { ...waitingHold({ id: 'any' }).call, principal: 'token:agent' },
      ruling: TWO,
    })
    expect(await approve(slack, ANA)).toMatch(/more people/)
    expect(await approve(feishu, ANA)).not.toMatch(/^Approved|Your approval counts/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    expect((await opened.get(hold.id))?.verdicts).toHaveLength(1)
    await vi.waitFor(() => expect(feishu.drawn().at(-1)?.text).toContain('1 of 2 people'), WAIT)
    expect(await approve(feishu, BEN)).toMatch(/^Approved/)
    expect(await opened.get(hold.id)).toMatchObject({
      state: 'approved',
      verdicts: [
        { person: 'ana', by: 'slack:W1/U1' },
        { person: 'ben', by: 'feishu:W1/U2' },
      ],
    })
  })
})
