/**
 * A service whose Slack refuses its token, with a Feishu to fall back on: what people and other processes see of it. Real
 * SDKs, two platforms that the test plays, the built command.
 */
import { startFeishuFake, startSlackFake } from '@holdpoint/channels/testing'
import type { FeishuFake, SlackFake } from '@holdpoint/channels/testing'
import type { DeliveryView } from '@holdpoint/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'

const SLACK_PLACE = 'C0OPS'
const FEISHU_PLACE = 'oc_ops'
const ANA = 'ou_ana'

interface ShownChannel {
  readonly name: string
  readonly state: string
  readonly problem: string | null
  readonly last_connected: string | null
  readonly processes: readonly object[]
  readonly open_questions: number
  readonly failed_deliveries: number
}

const place: Place = createPlace()
let slack: SlackFake
let feishu: FeishuFake
let service: Service
let agent: Agent
let wrongToken = ''

beforeAll(async () => {
  slack = await startSlackFake({ channels: [SLACK_PLACE] })
  feishu = await startFeishuFake({ chats: [FEISHU_PLACE], people: [ANA] })
  wrongToken = `${slack.botToken}-of-yesterday`
  service = await place.serve(
    {
      servers: { ledger: stdioServer() },
      rationale: 'off',
      people: { ana: { identities: [`feishu:${feishu.app.workspace}/${ANA}`] } },
      channels: {
        slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}', api_url: slack.url },
        feishu: { app_id: feishu.app.appId, app_secret: '${FEISHU_SECRET}', api_url: feishu.url },
        dingtalk: { client_id: 'ding1', client_secret: { file: place.file('no-such-file') } },
        ask: [{ to: [`slack:group/${SLACK_PLACE}`], otherwise: [`feishu:group/${FEISHU_PLACE}`] }],
      },
    },
    { SLACK_BOT_TOKEN: wrongToken, SLACK_APP_TOKEN: slack.appToken, FEISHU_SECRET: feishu.app.appSecret },
  )
  agent = await connectAgent(service.url, { era: '2025' })
  await vi.waitFor(async () => expect((await channel('feishu')).state).toBe('connected'), PATIENCE_MS)
})
afterAll(async () => {
  await place.close()
  await slack.close()
  await feishu.close()
})

async function channel(name: string, token?: string): Promise<ShownChannel> {
  const { channels } = (await service.get('/admin/channels', token)).json as { channels: readonly ShownChannel[] }
  const found = channels.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no channel ${name}`)
  return found
}

async function deliveriesOf(id: string, token?: string): Promise<readonly DeliveryView[]> {
  return ((await service.get(`/admin/approvals/${id}`, token)).json as { deliveries: readonly DeliveryView[] })
    .deliveries
}

const runs = (item: string): number =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(item)).length

describe('[X13.4] a channel that is refused', () => {
  test('falls through to the next place; the approval says where it was asked, and where it was answered', async () => {
    const answer = agent.call('delete_item', { id: 'dead-1' })
    const message = await eventually(() =>
      feishu.messages(FEISHU_PLACE).find(({ card }) => JSON.stringify(card).includes('dead-1')),
    )
    const [hold] = await service.approvals('?q=dead-1')
    const id = hold?.id ?? ''
    await vi.waitFor(async () => {
      expect(await deliveriesOf(id)).toMatchObject([
        {
          channel: 'slack',
          platform: 'slack',
          place: { kind: 'group', id: SLACK_PLACE },
          state: 'failed',
          instead: false,
          sent_at: null,
          problem: expect.stringContaining('invalid_auth') as string,
          answered_here: false,
        },
        { channel: 'feishu', place: { kind: 'group', id: FEISHU_PLACE }, state: 'sent', instead: true, problem: null },
      ])
    }, PATIENCE_MS)
    expect((await channel('feishu')).open_questions).toBe(1)
    expect((await channel('slack')).failed_deliveries).toBe(1)

    const shown = await place.run(['show', id])
    const lines = shown.stdout.replaceAll(/\s*┊ /g, ' ')
    expect(lines).toMatch(/Asked in: {2}Slack group C0OPS \(NOT delivered: .*invalid_auth/)
    expect(lines).toMatch(/ {11}Feishu group oc_ops instead \(delivered \d+s ago\)/)
    const json = JSON.parse((await place.run(['show', id, '--json'])).stdout) as { deliveries: readonly DeliveryView[] }
    expect(json.deliveries.map(({ state }) => state)).toEqual(['failed', 'sent'])

    const code = /confirm (\w{4})/.exec(message.drawn.text)?.[1] ?? ''
    const by = { tenantKey: feishu.app.workspace, openId: ANA }
    await feishu.write({ text: `confirm ${code}`, by, chat: FEISHU_PLACE })
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(runs('dead-1')).toBe(1)
    await vi.waitFor(async () => {
      expect((await deliveriesOf(id)).map(({ state, answered_here }) => [state, answered_here])).toEqual([
        ['failed', false],
        ['updated', true],
      ])
    }, PATIENCE_MS)
  })

  test('is shown with its next step, to readers of every tenant; counts and deliveries are those of the own tenant', async () => {
    expect(await channel('slack', TOKENS.viewer)).toMatchObject({
      state: 'refused',
      problem: expect.stringMatching(/xoxb-….*invalid_auth.*Correct them in the configuration/) as string,
      last_connected: null,
      processes: [{ state: 'refused' }],
    })
    expect(await channel('slack', TOKENS.foreignApprover)).toMatchObject({ state: 'refused', failed_deliveries: 0 })
    const [hold] = await service.approvals('?q=dead-1')
    expect((await service.get(`/admin/approvals/${hold?.id}`, TOKENS.foreignApprover)).status).toBe(404)
    expect((await service.get('/admin/channels', TOKENS.agent)).status).toBe(403)
    expect((await service.get('/admin/channels', null)).status).toBe(401)
  })

  test('a channel whose secret cannot be read says what to do, and names no file of the machine', async () => {
    expect(await channel('dingtalk')).toMatchObject({
      state: 'refused',
      problem: expect.stringMatching(
        /^A secret or setting of dingtalk is missing\. See which: holdpoint policy check$/,
      ) as string,
    })
  })

  test('makes nothing unready: reads pass, and readyz says that a person should look', async () => {
    expect((await service.get('/readyz', null)).json).toEqual({ status: 'ready', channels: 'attention' })
    expect((await agent.call('list_items', {})).answer.result?.isError).not.toBe(true)
  })

  test('no secret, code, button or name of a message is in what readers get', async () => {
    const [hold] = await service.approvals('?q=dead-1')
    const texts = [
      (await service.get('/admin/channels', TOKENS.viewer)).text,
      (await service.get(`/admin/approvals/${hold?.id}`, TOKENS.viewer)).text,
      (await place.run(['show', hold?.id ?? ''])).stdout,
      service.stderr(),
    ]
    for (const secret of [wrongToken, slack.appToken, feishu.app.appSecret]) {
      for (const text of texts) expect(text).not.toContain(secret)
    }
    for (const text of texts) expect(text).not.toMatch(/"(?:code|buttons|ref)":/)
  })
})

test('[X13.4] a platform that is gone is shown as such, and as connected once it is back', async () => {
  feishu.setAway(true)
  feishu.dropConnections()
  await vi.waitFor(async () => {
    expect(await channel('feishu')).toMatchObject({
      state: 'connecting',
      problem: expect.stringContaining('Feishu') as string,
      last_connected: expect.any(String) as string,
    })
  }, PATIENCE_MS)
  feishu.setAway(false)
  await vi.waitFor(async () => expect((await channel('feishu')).state).toBe('connected'), PATIENCE_MS)
})
