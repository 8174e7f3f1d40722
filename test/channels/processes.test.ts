/**
 * Two services and one bot on one store. The bot runs in the process of the test; Slack posts by HTTP, so that the test says
 * which service gets an event, or that both do.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createChannelGate } from '@holdpoint/channels/gate'
import type { ChannelGate } from '@holdpoint/channels/gate'
import { startSlackFake } from '@holdpoint/channels/testing'
import type { SlackFake, SlackFakeMessage } from '@holdpoint/channels/testing'
import type { JsonObject, Store } from '@holdpoint/core'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openHomeDirectory } from '@holdpoint/store/home'
import { eventually } from '../harness/serve-harness.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { codeIn, startAsking } from './asking-service.ts'
import type { AskingOptions, AskingService } from './asking-service.ts'

const CHANNEL = 'C0OPS'
const ANA = 'U0ANA'

let slack: SlackFake
let one: AskingService
let two: AskingService
let store: Store
let gate: ChannelGate
/** Who gets what Slack posts. */
let receivers: readonly AskingService[] = []
const deleted: JsonObject[] = []
const chat: string[] = []

beforeAll(async () => {
  slack = await startSlackFake({
    channels: [CHANNEL],
    people: [ANA],
    post: async ({ path, headers, body }) => {
      const replies = await Promise.all(receivers.map((each) => each.post(`slack/${path}`, headers, body)))
      for (const { status } of replies) expect(status).toBe(200)
      return { status: 200, body: '' }
    },
  })
  const options: AskingOptions = {
    config: {
      people: { ana: { identities: [`slack:${slack.workspace}/${ANA}`] } },
      channels: {
        slack: { bot_token: '${SLACK_BOT_TOKEN}', signing_secret: '${SLACK_SIGNING_SECRET}', api_url: slack.url },
        // A bot asks about its holds itself; others are asked where a route names it.
        ask: [{ match: { server: 'orders' }, to: [`slack:group/${CHANNEL}`] }, { to: [`slack:group/${CHANNEL}`] }],
      },
      wait: '60s',
    },
    environment: { SLACK_BOT_TOKEN: slack.botToken, SLACK_SIGNING_SECRET: slack.signingSecret },
    isReached: async () => {},
  }
  one = await startAsking(options)
  two = await startAsking({ ...options, place: one.place })
  const home = openHomeDirectory(one.place.home)
  store = await createSqliteStore({
    file: home.databaseFile,
    now: Date.now,
    sha256,
    checkpointKey: home.checkpointKey(() => randomBytes(32).toString('hex')),
    randomId: randomUUID,
  })
  gate = createChannelGate({
    name: 'orders',
    store,
    send: async (_session, text) => void chat.push(text),
    answeredBy: [`slack:${slack.workspace}/${ANA}`, 'test:ben'],
    self: identifySelf(randomUUID()),
    see: seeProcess,
  })
  gate.operation('delete_orders', (given) => {
    deleted.push(given)
    return 'deleted'
  })
})
afterAll(async () => {
  await gate.close()
  await store.close()
  await one.close()
  await slack.close()
})

const messagesAbout = (item: string): readonly SlackFakeMessage[] =>
  slack.messages(CHANNEL).filter(({ drawn }) => drawn.text.includes(item))

async function approve(item: string): Promise<void> {
  const { ts, drawn } = await eventually(() => messagesAbout(item)[0])
  const actionId = drawn.buttons.find(({ text }) => text === 'Approve')?.actionId ?? ''
  await slack.press({ channel: CHANNEL, ts, actionId, user: ANA })
}

async function approvalsOf(item: string): Promise<number> {
  const { id = '' } = (await one.hold(item)) ?? {}
  const audit = await one.service.get(`/admin/audit?hold=${id}&limit=1000`)
  const { records } = audit.json as { readonly records: readonly { readonly kind: string; readonly hold: string }[] }
  return records.filter(({ kind, hold }) => kind === 'hold-approved' && hold === id).length
}

const saysThatItRan = (item: string): Promise<void> =>
  vi.waitFor(() => {
    const messages = messagesAbout(item)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.drawn.text).toContain('It ran.')
    expect(messages[0]?.drawn.buttons).toEqual([])
  }, PATIENCE_MS)

describe('[X13.4] [F2] two services and a bot on one store', () => {
  test.each(['first', 'second'] as const)(
    'a press that the other service gets wakes the call that waits in the %s',
    async (which) => {
      const [waiting, other] = which === 'first' ? [one, two] : [two, one]
      receivers = [other]
      const item = `shared-${which}`
      const answer = waiting.remove(item)
      await approve(item)
      expect((await answer).answer.result?.isError).not.toBe(true)
      expect(one.runs(item)).toBe(1)
      await saysThatItRan(item)
    },
  )

  test('one event that reaches both services is one decision, whether pressed or written', async () => {
    receivers = [one, two]
    const answers = ['both-pressed', 'both-written'].map((item, index) => (index === 0 ? one : two).remove(item))
    await approve('both-pressed')
    const { drawn } = await eventually(() => messagesAbout('both-written')[0])
    const said = slack.messages(CHANNEL).length
    await slack.write({ channel: CHANNEL, user: ANA, text: `confirm ${codeIn(drawn.text)}` })
    for (const answer of await Promise.all(answers)) expect(answer.answer.result?.isError).not.toBe(true)
    for (const item of ['both-pressed', 'both-written']) {
      expect(one.runs(item)).toBe(1)
      expect(await approvalsOf(item)).toBe(1)
      await saysThatItRan(item)
    }
    expect(slack.messages(CHANNEL)).toHaveLength(said + 1)
  })

  test('a press that a service gets wakes the operation that waits in the bot, which runs it once', async () => {
    receivers = [one, two]
    const at = { session: 'test/p2p/ben', by: 'test:ben', isGroup: false }
    const preview = { title: 'Delete the orders of bot-1' }
    const result = gate.run(at, { operation: 'delete_orders', arguments: { customer: 'bot-1' }, preview })
    await approve('bot-1')
    expect(await result).toMatchObject({ kind: 'done' })
    expect(deleted).toEqual([{ customer: 'bot-1' }])
    expect(await approvalsOf('bot-1')).toBe(1)
    await saysThatItRan('bot-1')
  })

  test('an answer in the bot’s own chat brings the message that a service sent up to date', async () => {
    const at = { session: 'test/p2p/ben', by: 'test:ben', isGroup: false }
    const preview = { title: 'Delete the orders of bot-2' }
    const result = gate.run(at, { operation: 'delete_orders', arguments: { customer: 'bot-2' }, preview })
    await eventually(() => messagesAbout('bot-2')[0])
    await eventually(() => chat.find((text) => text.includes('bot-2')))
    await vi.waitFor(async () => {
      await gate.intercept({
        ...at,
        text: '确认',
        origin: 'typed',
        envelope: 'authenticated',
        id: randomUUID(),
        sentAt: null,
      })
      expect(deleted).toContainEqual({ customer: 'bot-2' })
    }, PATIENCE_MS)
    expect(await result).toMatchObject({ kind: 'done' })
    expect(deleted).toHaveLength(2)
    await saysThatItRan('bot-2')
  })
})
