/** A service that asks in Feishu, as whole processes: the vendor's real SDK, a Feishu that the test plays, and a ledger. */
import { feishuChallenge, startFeishuFake } from '@holdpoint/channels/testing'
import type { FeishuCallback, FeishuFake, FeishuFakeMessage } from '@holdpoint/channels/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPlace, eventually } from '../harness/serve-harness.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { codeIn, expectNothingOfTheCall, startAsking } from './asking-service.ts'
import type { AskingService } from './asking-service.ts'

const GROUP = 'oc_ops'
const PEOPLE = { ana: 'ou_ana', viewer: 'ou_vic', stranger: 'ou_eve' } as const
type Who = keyof typeof PEOPLE
const PUBLIC_URL = 'https://holdpoint.example.com'
const SIX_MINUTES_MS = 6 * 60_000

const settings = (feishu: FeishuFake, more: object = {}): object => ({
  public_url: PUBLIC_URL,
  people: {
    ana: { identities: [`feishu:${feishu.app.workspace}/${PEOPLE.ana}`] },
    vic: { identities: [`feishu:${feishu.app.workspace}/${PEOPLE.viewer}`], roles: ['viewer'] },
  },
  channels: {
    feishu: { app_id: feishu.app.appId, app_secret: '${FEISHU_APP_SECRET}', api_url: feishu.url, ...more },
    ask: [{ to: [`feishu:group/${GROUP}`] }],
  },
})
const secrets = ({ app }: FeishuFake): NodeJS.ProcessEnv => ({
  FEISHU_APP_SECRET: app.appSecret,
  FEISHU_ENCRYPT_KEY: app.encryptKey,
  FEISHU_TOKEN: app.verificationToken,
})
const CALLBACKS = { encrypt_key: '${FEISHU_ENCRYPT_KEY}', verification_token: '${FEISHU_TOKEN}' }

function playing(feishu: FeishuFake): {
  messageAbout(item: string): Promise<FeishuFakeMessage>
  press(
    message: FeishuFakeMessage,
    text: string,
    who: Who,
    more?: { reason?: string; event?: string },
  ): Promise<unknown>
  write(text: string, who: Who): Promise<unknown>
} {
  const by = (who: Who) => ({ tenantKey: feishu.app.workspace, openId: PEOPLE[who] })
  return {
    messageAbout: (item) => eventually(() => feishu.messages(GROUP).find(({ drawn }) => drawn.text.includes(item))),
    async press(message, text, who, more = {}) {
      const button = message.drawn.buttons.find((each) => each.text === text)
      if (button === undefined) throw new Error(`there is no button "${text}"`)
      const { status, body } = await feishu.press({
        message: message.id,
        button: String(button.value['id']),
        by: by(who),
        ...more,
      })
      if (status !== 200) throw new Error(`the press was answered with ${status}`)
      return body
    },
    async write(text, who) {
      const { status } = await feishu.write({ text, by: by(who), chat: GROUP, mentionsBot: true })
      if (status !== 200) throw new Error(`the message was answered with ${status}`)
    },
  }
}

describe('[X13.4] a service asks in Feishu, over the long connection', () => {
  let feishu: FeishuFake
  let asking: AskingService
  let people: ReturnType<typeof playing>

  beforeAll(async () => {
    feishu = await startFeishuFake({ chats: [GROUP], people: Object.values(PEOPLE) })
    people = playing(feishu)
    asking = await startAsking({
      config: settings(feishu),
      environment: secrets(feishu),
      isReached: async () => void (await people.write('hello', 'stranger')),
    })
  })
  afterAll(async () => {
    await asking.close()
    await feishu.close()
  })

  test('[S3.5] the press of a mapped approver runs the call once, and the card says who, when and where, without its buttons', async () => {
    const answer = asking.remove('feishu-1')
    const message = await people.messageAbout('feishu-1')
    expect(message.drawn.links).toEqual([expect.stringMatching(`^${PUBLIC_URL}/approvals/`)])
    expect(asking.runs('feishu-1')).toBe(0)
    const carried = message.drawn.buttons.map(({ value }) => JSON.stringify(value))
    expect(carried).toHaveLength(2)
    const { id: hold = '' } = (await asking.hold('feishu-1')) ?? {}
    for (const each of carried) expectNothingOfTheCall(each, ['feishu-1', 'delete_item', 'approve', 'decline', hold])
    await people.press(message, 'Approve', 'ana')
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(await asking.endedRuns('feishu-1')).toBe(1)
    await vi.waitFor(() => {
      const now = feishu.messages(GROUP).find(({ id }) => id === message.id)
      expect(now?.drawn.text).toMatch(/Approved by ana\b.*, .+ UTC, in this chat\./)
      expect(now?.drawn.text).toContain('It ran.')
      expect(now?.drawn.buttons).toEqual([])
    }, PATIENCE_MS)
    expect(await asking.hold('feishu-1')).toMatchObject({
      state: 'succeeded',
      via: 'channel',
      decided_by: `feishu:${feishu.app.workspace}/${PEOPLE.ana}`,
    })
  })

  test('[E9] [S3.5] a stranger and one who may only look decide nothing by press or code, nor does a bare word; the approver’s code does', async () => {
    const answer = asking.remove('feishu-2')
    const message = await people.messageAbout('feishu-2')
    const code = codeIn(message.drawn.text)
    for (const who of ['stranger', 'viewer'] as const) {
      for (const text of ['Approve', 'Decline']) {
        const toasts = feishu.toasts().length
        await people.press(message, text, who)
        expect(feishu.toasts()[toasts], who).not.toMatch(/^(?:Approved|Declined)/)
      }
      await people.write(`confirm ${code}`, who)
      await people.write(`cancel ${code}`, who)
    }
    await people.write('yes', 'ana')
    expect(await asking.hold('feishu-2')).toMatchObject({ state: 'pending' })
    await people.write(`确认 ${code}`, 'ana')
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(await asking.endedRuns('feishu-2')).toBe(1)
  })

  test('a decline with a reason reaches the agent', async () => {
    const answer = asking.remove('feishu-3')
    const message = await people.messageAbout('feishu-3')
    await people.press(message, 'Decline', 'ana', { reason: 'wrong item' })
    expect(JSON.stringify((await answer).answer.result)).toContain('wrong item')
    expect(asking.runs('feishu-3')).toBe(0)
  })

  test('no secret is in the log of the service or in the audit log', async () => {
    const audit = await asking.service.get('/admin/audit?limit=1000')
    for (const secret of Object.values(secrets(feishu))) {
      expect(asking.service.stderr()).not.toContain(secret)
      expect(audit.text).not.toContain(secret)
    }
    expect(audit.text).toContain('question-delivered')
  })
})

describe('[X13.4] a service asks in Feishu, with callbacks', () => {
  let feishu: FeishuFake
  let asking: AskingService
  let people: ReturnType<typeof playing>
  /** What the network does to a callback on its way. */
  let onTheWay = (callback: FeishuCallback): FeishuCallback => callback
  let clock = (): number => Date.now()
  let last: FeishuCallback = { headers: {}, body: '' }

  beforeAll(async () => {
    feishu = await startFeishuFake({
      chats: [GROUP],
      people: Object.values(PEOPLE),
      now: () => clock(),
      callback: async (callback) => {
        last = onTheWay(callback)
        const { status, text } = await asking.post('feishu/events', last.headers, last.body)
        return { status, body: text }
      },
    })
    people = playing(feishu)
    asking = await startAsking({
      config: settings(feishu, CALLBACKS),
      environment: secrets(feishu),
      isReached: async (started) => {
        const { headers, body } = feishu.sign({ schema: '2.0', header: { event_type: 'other' } })
        const { status } = await started.post('feishu/events', headers, body)
        if (status === 503) throw new Error('not open yet')
      },
    })
  })
  afterAll(async () => {
    await asking.close()
    await feishu.close()
  })

  test('Feishu’s check of the address is answered', async () => {
    const { headers, body } = feishuChallenge('are you there', feishu.app)
    const reply = await asking.post('feishu/events', headers, body)
    expect([reply.status, reply.json]).toEqual([200, { challenge: 'are you there' }])
  })

  const FORGERIES: readonly (readonly [string, (callback: FeishuCallback) => FeishuCallback])[] = [
    ['another signature', (given) => withHeaders(given, { 'x-lark-signature': 'f'.repeat(64) })],
    ['another nonce', (given) => withHeaders(given, { 'x-lark-request-nonce': 'another' })],
    ['no signature', ({ body }) => ({ headers: { 'content-type': 'application/json' }, body })],
    [
      'a body that was written anew',
      ({ headers, body }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
  ]

  test('[F1] [F4] what is forged, old or written anew is refused; the real press counts; repeated, it changes nothing', async () => {
    const answer = asking.remove('feishu-4')
    const message = await people.messageAbout('feishu-4')
    for (const [words, forge] of FORGERIES) {
      onTheWay = forge
      await expect(people.press(message, 'Approve', 'ana'), words).rejects.toThrow('401')
    }
    onTheWay = (callback) => callback
    for (const offset of [-SIX_MINUTES_MS, SIX_MINUTES_MS]) {
      clock = () => Date.now() + offset
      await expect(people.press(message, 'Approve', 'ana'), String(offset)).rejects.toThrow('401')
    }
    clock = () => Date.now()
    expect(await asking.hold('feishu-4')).toMatchObject({ state: 'pending' })
    await people.press(message, 'Approve', 'ana')
    const approving = last
    expect((await answer).answer.result?.isError).not.toBe(true)
    const again = await asking.post('feishu/events', approving.headers, approving.body)
    expect(again.status).toBe(200)
    expect(again.text).toContain('Approved by ana')
    expect(await asking.endedRuns('feishu-4')).toBe(1)
    const audit = await asking.service.get('/admin/audit?limit=1000')
    const { id = '' } = (await asking.hold('feishu-4')) ?? {}
    const approvals = (audit.json as { records: readonly { kind: string; hold: string }[] }).records.filter(
      ({ kind, hold }) => kind === 'hold-approved' && hold === id,
    )
    expect(approvals).toHaveLength(1)
  })

  test('another channel, another path and another method are not there', async () => {
    expect((await asking.post('slack/events', {}, '{}')).status).toBe(404)
    expect((await asking.post('feishu/other', {}, '{}')).status).toBe(404)
    expect((await asking.post('feishu/../../admin/approvals', {}, '{}')).status).not.toBe(200)
    expect((await asking.service.get('/channels/feishu/events')).status).toBe(404)
  })
})

test('[F9] a service with callbacks of Feishu and no Encrypt Key does not start, and says why', async () => {
  const feishu = await startFeishuFake({ chats: [GROUP], people: [] })
  const place = createPlace()
  const starting = place.serve(settings(feishu, { verification_token: '${FEISHU_TOKEN}' }), secrets(feishu))
  await expect(starting).rejects.toThrow(/encrypt_key and verification_token together/)
  await place.close()
  await feishu.close()
})

function withHeaders({ headers, body }: FeishuCallback, more: { readonly [name: string]: string }): FeishuCallback {
  return { headers: { ...headers, ...more }, body }
}
