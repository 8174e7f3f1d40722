import { noteMissingRationale } from '@holdpoint/core'
import type { Call, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { HELD_CALL, sampleRecord, sha256 } from '@holdpoint/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChannelError } from '../../src/index.ts'
import { createAlerts } from '../../src/questions/tell-alerts.ts'
import { OPS, playChannel } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'

const UNTIL = Date.UTC(2126, 11, 1)
const DIRECT = { kind: 'person', id: 'ana' } as const

describe('[S1.5] [X13.4] callers without a rationale, in a chat', () => {
  let store: Store
  let slack: PlayedChannel
  let logged: string[]
  beforeEach(() => {
    store = createMemoryStore()
    slack = playChannel('slack')
    logged = []
  })

  /** As another process would have it. */
  const alerts = (channel = slack.channel, locale = 'en'): (() => Promise<void>) =>
    createAlerts({
      store,
      channels: new Map([['slack', channel]]),
      places: () => [
        { channel: 'slack', place: OPS },
        { channel: 'slack', place: DIRECT },
        { channel: 'feishu', place: OPS },
      ],
      localeOf: () => locale,
      log: (message) => logged.push(message),
    })
  const note = async (over: Partial<Call> = {}, until = UNTIL): Promise<boolean> =>
    await noteMissingRationale(store, { ...HELD_CALL, arguments: {}, ...over }, until, sampleRecord(), sha256)

  test('one line for each caller in each place, whichever process tells, and again after none', async () => {
    expect(await note()).toBe(true)
    expect(await note({ tool: 'other_tool' })).toBe(false)
    await Promise.all([alerts()(), alerts()()])
    await alerts()()
    expect(slack.said.map(({ place }) => place)).toEqual(expect.arrayContaining([OPS, DIRECT]))
    expect(slack.said).toHaveLength(2)
    const { principal, client, server, tool } = HELD_CALL
    for (const words of [principal, client.name, server.name, tool, '2126-12-01'])
      expect(slack.said[0]?.text).toContain(words)
    await note({ principal: 'another' })
    await alerts()()
    expect(slack.said).toHaveLength(4)
  })

  test('nothing of the arguments, one line, and names of any length and kind are short and plain', async () => {
    const client = { name: `x${'y'.repeat(5000)}\n\u202e@here`, version: '1' }
    await note({ client, argumentsText: '{"secret":"hunter2"}', arguments: { secret: 'hunter2' } })
    await alerts(slack.channel, 'zh-CN')()
    const text = slack.said[0]?.text ?? ''
    expect(text).toContain('没有说明理由')
    expect(text).not.toMatch(/hunter2|\n|\u202e/)
    expect(text.length).toBeLessThan(400)
    expect(JSON.stringify(await store.settings.under(''))).not.toContain('hunter2')
  })

  test('a platform that says "later" is told later; a line that may have arrived is not sent twice', async () => {
    await note()
    const failing: Error[] = [new ChannelError('later', 'too many'), new ChannelError('unknown', 'no answer')]
    const channel = {
      ...slack.channel,
      say: async (...given: Parameters<typeof slack.channel.say>) => {
        const error = failing.shift()
        if (error !== undefined) throw error
        await slack.channel.say(...given)
      },
    }
    await alerts(channel)()
    expect(slack.said).toEqual([])
    expect(logged).toEqual([expect.stringContaining('ana could not be told')])
    await alerts(channel)()
    await alerts(channel)()
    expect(slack.said.map(({ place }) => place)).toEqual([OPS])
  })

  test('a place that takes nothing is not written down as told, and left alone for a while', async () => {
    await note()
    await note({ principal: 'another' })
    let tried = 0
    const say = async (): Promise<never> => {
      tried += 1
      throw new ChannelError('refused', 'the credentials do not work')
    }
    const refused = alerts({ ...slack.channel, say })
    await refused()
    await refused()
    expect(tried).toBe(2)
    expect(logged).toHaveLength(2)
    // The next process, after the credentials were corrected.
    await alerts()()
    expect(slack.said).toHaveLength(4)
  })

  test('what is over, or was written down by a version before, is not told', async () => {
    await note({}, 1)
    await store.settings.put('rationale/alerted/old', 'default bot identity', null)
    await alerts()()
    expect(slack.said).toEqual([])
  })
})
