/** A service that asks in Slack, as whole processes: the vendor's real SDK, a Slack that the test plays, and a ledger. */
import { signSlackRequest, startSlackFake } from '@holdpoint/channels/testing'
import type { SlackFake, SlackFakeMessage, SlackFakeRequest } from '@holdpoint/channels/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { startAsking } from './asking-service.ts'
import type { AskingService } from './asking-service.ts'

const CHANNEL = 'C0OPS'
const ANA = 'U0ANA'
const STRANGER = 'U0EVE'
const SIX_MINUTES_MS = 6 * 60_000
const PUBLIC_URL = 'https://holdpoint.example.com'

const place: Place = createPlace()
let slack: SlackFake
let service: Service
let agent: Agent

const config = (): object => ({
  servers: { ledger: stdioServer() },
  rationale: 'off',
  public_url: PUBLIC_URL,
  people: { ana: { identities: [`slack:${slack.workspace}/${ANA}`] } },
  channels: {
    slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}', api_url: slack.url },
    ask: [{ to: [`slack:group/${CHANNEL}`] }],
  },
})
const environment = (): NodeJS.ProcessEnv => ({ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken })

beforeAll(async () => {
  slack = await startSlackFake({ channels: [CHANNEL], people: [ANA, STRANGER] })
  service = await place.serve(config(), environment())
  agent = await connectAgent(service.url, { era: '2025' })
  // A call waits only while a chat can be reached: the played Slack refuses until the connection stands.
  await vi.waitFor(async () => await slack.write({ channel: CHANNEL, user: STRANGER, text: 'hello' }), PATIENCE_MS)
})
afterAll(async () => {
  await place.close()
  await slack.close()
})

/** The message about this very item. */
async function messageAbout(item: string): Promise<SlackFakeMessage> {
  return await eventually(() => slack.messages(CHANNEL).find(({ drawn }) => drawn.text.includes(item)))
}

async function press(message: SlackFakeMessage, text: string, user: string): Promise<void> {
  const button = message.drawn.buttons.find((each) => each.text === text)
  if (button === undefined) throw new Error(`there is no button "${text}"`)
  await slack.press({ channel: CHANNEL, ts: message.ts, actionId: button.actionId, user })
}

const runs = (item: string): number =>
  place.ledger().filter(({ tool, argumentsText }) => tool === 'delete_item' && argumentsText?.includes(item)).length

describe('[X13.4] [S1.9] a service asks in Slack', () => {
  test('the call waits; a press of a mapped approver runs it once, and the message says who, without its buttons', async () => {
    const answer = agent.call('delete_item', { id: 'slack-1' })
    const message = await messageAbout('slack-1')
    expect(message.drawn.links).toEqual([expect.stringMatching(`^${PUBLIC_URL}/approvals/`)])
    expect(runs('slack-1')).toBe(0)
    await press(message, 'Approve', ANA)
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(runs('slack-1')).toBe(1)
    await vi.waitFor(() => {
      const now = slack.messages(CHANNEL).find(({ ts }) => ts === message.ts)
      expect(now?.drawn.text).toContain('Approved by ana')
      expect(now?.drawn.text).toContain('It ran.')
      expect(now?.drawn.buttons).toEqual([])
    }, PATIENCE_MS)
    const [hold] = await service.approvals('?q=slack-1')
    expect(hold).toMatchObject({ state: 'succeeded', via: 'channel', decided_by: `slack:${slack.workspace}/${ANA}` })
  })

  test('a stranger decides nothing, and is told so', async () => {
    const answer = agent.call('delete_item', { id: 'slack-2' })
    const message = await messageAbout('slack-2')
    await press(message, 'Approve', STRANGER)
    await eventually(() => slack.notices().find(({ user }) => user === STRANGER))
    expect((await service.approvals('?q=slack-2'))[0]).toMatchObject({ state: 'pending' })
    const code = /confirm (\w{4})/.exec(message.drawn.text)?.[1] ?? ''
    await slack.write({ channel: CHANNEL, user: STRANGER, text: `confirm ${code}` })
    await slack.write({ channel: CHANNEL, user: ANA, text: 'yes' })
    expect((await service.approvals('?q=slack-2'))[0]).toMatchObject({ state: 'pending' })
    await slack.write({ channel: CHANNEL, user: ANA, text: `confirm ${code}` })
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(runs('slack-2')).toBe(1)
  })

  test('a decline with a reason reaches the agent', async () => {
    const answer = agent.call('delete_item', { id: 'slack-3' })
    await press(await messageAbout('slack-3'), 'Decline', ANA)
    const form = await eventually(() => slack.forms()[0])
    const input = /"action_id":"([^"]+)"/.exec(JSON.stringify(form.view))?.[1] ?? ''
    await slack.submit(form.id, { [input]: 'wrong item' })
    expect(JSON.stringify((await answer).answer.result)).toContain('wrong item')
    expect(runs('slack-3')).toBe(0)
  })

  test('[F5] a press that comes before the name of the message is known counts, and the message is brought up to date', async () => {
    slack.withholdAnswers(1)
    const answer = agent.call('delete_item', { id: 'slack-early' })
    const message = await messageAbout('slack-early')
    await press(message, 'Approve', ANA)
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(runs('slack-early')).toBe(1)
    await vi.waitFor(() => {
      const [now, ...more] = slack.messages(CHANNEL).filter(({ drawn }) => drawn.text.includes('slack-early'))
      expect(now?.drawn.text).toContain('Approved by ana')
      expect(now?.drawn.buttons).toEqual([])
      expect(more).toEqual([])
    }, PATIENCE_MS)
  })

  test('no secret is in the log of the service, its errors or the audit log', async () => {
    const audit = await service.get('/admin/audit?limit=1000')
    for (const secret of [slack.botToken, slack.appToken, slack.signingSecret]) {
      expect(service.stderr()).not.toContain(secret)
      expect(audit.text).not.toContain(secret)
    }
    expect(audit.text).toContain('question-delivered')
  })
})

test('[X13.4] a question of a service that was killed is answered after it runs again, in the same message', async () => {
  const lost = agent.call('delete_item', { id: 'slack-4' }).catch(() => null)
  const message = await messageAbout('slack-4')
  await service.stop('SIGKILL')
  await lost
  service = await place.serve(config(), environment())
  // Refused by the played Slack until the new process has its connection.
  await vi.waitFor(async () => await press(message, 'Approve', ANA), PATIENCE_MS)
  const [hold] = await service.approvals('?q=slack-4')
  expect(hold).toMatchObject({ state: 'approved' })
  expect(runs('slack-4')).toBe(0)
  const again = await connectAgent(service.url, { era: '2025' })
  expect((await again.call('delete_item', { id: 'slack-4' })).answer.result?.isError).not.toBe(true)
  expect(runs('slack-4')).toBe(1)
  expect(slack.messages(CHANNEL).filter(({ drawn }) => drawn.text.includes('slack-4'))).toHaveLength(1)
})

describe('[X13.4] [S1.9] a service asks in Slack, with requests by HTTP', () => {
  let played: SlackFake
  let asking: AskingService
  /** What the network does to a request on its way. */
  let onTheWay = (request: SlackFakeRequest): SlackFakeRequest => request
  const answered: { request: SlackFakeRequest; status: number }[] = []

  beforeAll(async () => {
    played = await startSlackFake({
      channels: [CHANNEL],
      people: [ANA],
      post: async (given) => {
        const request = onTheWay(given)
        const { status, text } = await asking.post(`slack/${request.path}`, request.headers, request.body)
        answered.push({ request, status })
        return { status, body: text }
      },
    })
    asking = await startAsking({
      config: {
        people: { ana: { identities: [`slack:${played.workspace}/${ANA}`] } },
        channels: {
          slack: { bot_token: '${SLACK_BOT_TOKEN}', signing_secret: '${SLACK_SIGNING_SECRET}', api_url: played.url },
          ask: [{ to: [`slack:group/${CHANNEL}`] }],
        },
      },
      environment: { SLACK_BOT_TOKEN: played.botToken, SLACK_SIGNING_SECRET: played.signingSecret },
      isReached: async (started) => {
        const { path, headers, body } = signed('{"type":"event_callback"}', Date.now())
        if ((await started.post(`slack/${path}`, headers, body)).status === 503) throw new Error('not open yet')
      },
    })
  })
  afterAll(async () => {
    await asking.close()
    await played.close()
  })

  function signed(body: string, at: number, path = 'events', secret = played.signingSecret): SlackFakeRequest {
    const contentType = path === 'events' ? 'application/json' : 'application/x-www-form-urlencoded'
    return signSlackRequest({ path, contentType, body, signingSecret: secret, at })
  }

  const FORGERIES: readonly (readonly [string, (request: SlackFakeRequest) => SlackFakeRequest])[] = [
    ['the signature of another secret', ({ body, path }) => signed(body, Date.now(), path, 'another')],
    ['six minutes ago', ({ body, path }) => signed(body, Date.now() - SIX_MINUTES_MS, path)],
    ['six minutes ahead', ({ body, path }) => signed(body, Date.now() + SIX_MINUTES_MS, path)],
    ['a body that was written anew', ({ body, ...rest }) => ({ ...rest, body: writtenAnew(body) })],
  ]

  test('[F1] [F4] what is forged, old or written anew is refused; the real press counts; repeated, it changes nothing', async () => {
    const answer = asking.remove('slack-5')
    const message = await eventually(() => played.messages(CHANNEL).find(({ drawn }) => drawn.text.includes('slack-5')))
    // Without `public_url` there is no link that a phone could open.
    expect(message.drawn.links).toEqual([])
    const actionId = message.drawn.buttons.find(({ text }) => text === 'Approve')?.actionId ?? ''
    for (const [words, forge] of FORGERIES) {
      onTheWay = forge
      await played.press({ channel: CHANNEL, ts: message.ts, actionId, user: ANA })
      expect(answered.at(-1)?.status, words).toBe(401)
    }
    expect(await asking.hold('slack-5')).toMatchObject({ state: 'pending' })
    onTheWay = (request) => request
    await played.press({ channel: CHANNEL, ts: message.ts, actionId, user: ANA })
    const { request, status } = answered.at(-1) ?? { request: signed('', 0), status: 0 }
    expect(status).toBe(200)
    expect((await answer).answer.result?.isError).not.toBe(true)
    const noticed = played.notices().length
    expect((await asking.post(`slack/${request.path}`, request.headers, request.body)).status).toBe(200)
    const notice = await eventually(() => played.notices()[noticed])
    expect(notice.drawn.text).toContain('Approved by ana')
    expect(await asking.endedRuns('slack-5')).toBe(1)
    await vi.waitFor(() => {
      const now = played.messages(CHANNEL).find(({ ts }) => ts === message.ts)
      expect(now?.drawn.text).toContain('It ran.')
      expect(now?.drawn.buttons).toEqual([])
    }, PATIENCE_MS)
  })
})

/** The same values in other bytes. */
function writtenAnew(body: string): string {
  const payload = new URLSearchParams(body).get('payload') ?? '{}'
  return new URLSearchParams({ payload: JSON.stringify(JSON.parse(payload), null, 1) }).toString()
}
