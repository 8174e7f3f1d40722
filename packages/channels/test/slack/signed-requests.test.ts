/** What Slack sends by HTTP: nothing is believed, and nothing parsed, that is not signed over its very bytes. */
import { createHmac } from 'node:crypto'
import type { HttpReply } from '@holdpoint/channels'
import { signSlackRequest } from '@holdpoint/channels/testing'
import type { SlackFakeRequest } from '@holdpoint/channels/testing'
import { QUESTION, WORKSPACE, rememberingReceiver } from '@holdpoint/testing/channel'
import { describe, expect, test } from 'vitest'
import { openSlack } from './slack-under-test.ts'
import type { SlackUnderTest } from './slack-under-test.ts'

const MESSAGE = JSON.stringify({
  type: 'event_callback',
  team_id: WORKSPACE,
  event_id: 'Ev1',
  event: { type: 'message', channel: 'C1', user: 'U1', text: 'confirm 7F3K', ts: '1800000001.000200', team: WORKSPACE },
})

async function opened(): Promise<SlackUnderTest & { readonly receiver: ReturnType<typeof rememberingReceiver> }> {
  const under = await openSlack('http')
  const receiver = rememberingReceiver()
  await under.channel.open(receiver)
  return { ...under, receiver }
}

function signed(under: SlackUnderTest, path: string, body: string, at = Date.now()): SlackFakeRequest {
  const contentType = path === 'events' ? 'application/json' : 'application/x-www-form-urlencoded'
  return signSlackRequest({ path, contentType, body, signingSecret: under.slack.signingSecret, at })
}

function post(
  under: SlackUnderTest,
  { path, headers, body }: SlackFakeRequest,
  receivedAt = Date.now(),
): Promise<HttpReply> {
  return under.channel.request({ method: 'POST', path, headers, body: Buffer.from(body), receivedAt })
}

describe('[F1] a request that is not signed over its body, now, is refused', () => {
  const FORGERIES: readonly (readonly [string, (request: SlackFakeRequest) => SlackFakeRequest])[] = [
    ['no signature', ({ headers, ...rest }) => ({ ...rest, headers: omit(headers, 'x-slack-signature') })],
    ['no time', ({ headers, ...rest }) => ({ ...rest, headers: omit(headers, 'x-slack-request-timestamp') })],
    [
      'an empty signature',
      ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-slack-signature': 'v0=' } }),
    ],
    [
      'another version',
      ({ headers, ...rest }) => ({
        ...rest,
        headers: { ...headers, 'x-slack-signature': String(headers['x-slack-signature']).replace('v0', 'v1') },
      }),
    ],
    [
      'capital letters',
      ({ headers, ...rest }) => ({
        ...rest,
        headers: { ...headers, 'x-slack-signature': String(headers['x-slack-signature']).toUpperCase() },
      }),
    ],
    [
      'a body that was written anew',
      ({ body, ...rest }) => ({ ...rest, body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ['a body with a blank behind it', ({ body, ...rest }) => ({ ...rest, body: `${body} ` })],
    [
      'another time',
      ({ headers, ...rest }) => ({
        ...rest,
        headers: { ...headers, 'x-slack-request-timestamp': String(Number(headers['x-slack-request-timestamp']) + 1) },
      }),
    ],
    [
      'a time that is no number',
      ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-slack-request-timestamp': 'NaN' } }),
    ],
    [
      'another secret',
      (request) =>
        signSlackRequest({
          path: request.path,
          contentType: 'application/json',
          body: request.body,
          signingSecret: 'x',
          at: Date.now(),
        }),
    ],
    [
      'no secret',
      (request) =>
        signSlackRequest({
          path: request.path,
          contentType: 'application/json',
          body: request.body,
          signingSecret: '',
          at: Date.now(),
        }),
    ],
  ]

  test.each(FORGERIES)('%s', async (_, forge) => {
    const under = await opened()
    const answer = await post(under, forge(signed(under, 'events', MESSAGE)))
    expect(answer.status).toBe(401)
    await under.close()
    expect(under.receiver.replies).toEqual([])
  })

  test.each([
    [-6 * 60_000, 401],
    [6 * 60_000, 401],
    [-4 * 60_000, 200],
    [4 * 60_000, 200],
  ])('a clock that differs by %i ms: %i', async (skew, status) => {
    const under = await opened()
    const at = Date.now()
    expect((await post(under, signed(under, 'events', MESSAGE, at + skew), at)).status).toBe(status)
    await under.close()
    expect(under.receiver.replies).toHaveLength(status === 200 ? 1 : 0)
  })

  test('the challenge is answered only where it is signed', async () => {
    const under = await opened()
    const body = JSON.stringify({ type: 'url_verification', token: 'x', challenge: '<b>3eZbrw1a</b>' })
    const request = signed(under, 'events', body)
    expect(await post(under, request)).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: '<b>3eZbrw1a</b>',
    })
    const forged = await post(under, { ...request, headers: {} })
    expect(forged.status).toBe(401)
    expect(forged.body).not.toContain('3eZbrw1a')
    await under.close()
  })

  test('the signature is the documented one', async () => {
    const under = await opened()
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', under.slack.signingSecret).update(`v0:${time}:${MESSAGE}`).digest('hex')
    const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
    expect((await post(under, { path: 'events', headers, body: MESSAGE })).status).toBe(200)
    await under.close()
  })
})

describe('[X13.S1] signed requests of Slack', () => {
  test('one that Slack sends again is acknowledged, and has the same name', async () => {
    const under = await opened()
    const request = signed(under, 'events', MESSAGE)
    const again = {
      ...request,
      headers: { ...request.headers, 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' },
    }
    expect((await post(under, request)).status).toBe(200)
    expect((await post(under, again)).status).toBe(200)
    await under.close()
    expect(new Set(under.receiver.replies.map(({ event }) => event)).size).toBe(1)
  })

  test.each([
    ['events', ''],
    ['events', 'null'],
    ['events', '[]'],
    ['events', '"text"'],
    ['events', '{"type":'],
    ['events', '\u0000'],
    ['interactivity', ''],
    ['interactivity', '{}'],
    ['interactivity', 'payload='],
    ['interactivity', 'payload=%7B'],
    ['interactivity', 'payload=null'],
    ['interactivity', 'payload=%7B%7D&payload=%7B%7D'],
    ['interactivity', 'PAYLOAD=%7B%7D'],
  ])('what is malformed is refused: %s %j', async (path, body) => {
    const under = await opened()
    expect((await post(under, signed(under, path, body))).status).toBe(400)
    await under.close()
  })

  test('bytes that are no text are refused', async () => {
    const under = await opened()
    const time = String(Math.floor(Date.now() / 1000))
    const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    const signature = createHmac('sha256', under.slack.signingSecret).update(`v0:${time}:`).update(body).digest('hex')
    const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
    const answer = await under.channel.request({
      method: 'POST',
      path: 'events',
      headers,
      body,
      receivedAt: Date.now(),
    })
    expect(answer.status).toBe(400)
    await under.close()
  })

  test('what is not what it should be is taken and leads to nothing', async () => {
    const under = await opened()
    const odd = [null, 7, 'text', [], {}, { event: null }, { event: 'x' }, { event: { type: 'message' } }]
    const events = odd.map((event) => ({ type: 'event_callback', team_id: WORKSPACE, event }))
    const parts = { user: { id: 'U1', team_id: WORKSPACE }, team: { id: WORKSPACE } }
    const action = { action_id: 'holdpoint-press-0', value: 'b1', action_ts: '1.2' }
    const container = { channel_id: 'C1', message_ts: '1.1' }
    const interactions: readonly object[] = [
      { type: 'block_actions' },
      { type: 'block_actions', ...parts },
      { type: 'block_actions', ...parts, actions: [], container },
      { type: 'block_actions', ...parts, actions: 'x', container },
      { type: 'block_actions', ...parts, actions: [{ ...action, action_id: 'other' }], container },
      { type: 'block_actions', ...parts, actions: [{ ...action, value: ['b1'] }], container },
      { type: 'block_actions', ...parts, actions: [{ ...action, value: '<b> {}' }], container },
      { type: 'block_actions', ...parts, actions: [{ ...action, value: 'b1 {' }], container },
      { type: 'block_actions', ...parts, actions: [{ ...action, value: 'b1 {}' }], container },
      { type: 'block_actions', ...parts, actions: [action], container: {} },
      { type: 'block_actions', ...parts, user: { name: 'Ana' }, actions: [action], container },
      { type: 'block_actions', user: { id: 'U1' }, actions: [action], container },
      { type: 'view_submission', ...parts, view: null },
      { type: 'view_submission', ...parts, view: { id: 'V1', callback_id: 'holdpoint-reason', private_metadata: '{' } },
      {
        type: 'view_submission',
        ...parts,
        view: { id: 'V1', callback_id: 'holdpoint-reason', private_metadata: 'null' },
      },
      {
        type: 'view_submission',
        ...parts,
        view: { id: 'V1', callback_id: 'holdpoint-reason', private_metadata: '{"button":7}' },
      },
      { type: 'view_submission', ...parts, view: { id: 'V1', callback_id: 'theirs', private_metadata: '{}' } },
      { type: 'view_closed', ...parts, view: { id: 'V1', callback_id: 'holdpoint-reason', private_metadata: '{}' } },
      { type: 'shortcut', ...parts, callback_id: 'x' },
    ]
    for (const event of events)
      expect((await post(under, signed(under, 'events', JSON.stringify(event)))).status).toBe(200)
    for (const interaction of interactions) {
      const body = new URLSearchParams({ payload: JSON.stringify(interaction) }).toString()
      expect((await post(under, signed(under, 'interactivity', body))).status, JSON.stringify(interaction)).toBe(200)
    }
    await under.close()
    expect(under.receiver.presses).toEqual([])
    expect(under.receiver.replies).toEqual([])
  })

  test.each([
    ['blanks as plus signs', (payload: string) => new URLSearchParams({ payload }).toString()],
    ['blanks as %20', (payload: string) => `payload=${encodeURIComponent(payload)}`],
    ['with other members', (payload: string) => `ssl_check=0&payload=${encodeURIComponent(payload)}`],
  ])('a press is read in every encoding: %s', async (_, encode) => {
    const under = await opened()
    const payload = JSON.stringify({
      type: 'block_actions',
      user: { id: 'U1', team_id: WORKSPACE, name: 'Ana + Ben 安娜' },
      team: { id: WORKSPACE },
      container: { channel_id: 'C1', message_ts: '1.1' },
      actions: [{ action_id: 'holdpoint-press-0', value: 'b1', action_ts: '1.2' }],
    })
    expect(await post(under, signed(under, 'interactivity', encode(payload)))).toMatchObject({ status: 200, body: '' })
    await under.close()
    expect(under.receiver.presses).toMatchObject([{ button: 'b1', by: { name: 'Ana + Ben 安娜' } }])
  })

  test('other methods and paths, and a channel in socket mode, answer nothing', async () => {
    const under = await opened()
    const request = signed(under, 'other', MESSAGE)
    expect((await post(under, request)).status).toBe(404)
    expect((await post(under, { ...request, headers: {} })).status, 'unsigned').toBe(401)
    const get = { method: 'GET', path: 'events', headers: {}, body: Buffer.alloc(0), receivedAt: Date.now() }
    expect((await under.channel.request(get)).status).toBe(405)
    await under.close()
    const socket = await openSlack('socket')
    expect((await post(socket, signed(socket, 'events', MESSAGE))).status).toBe(404)
    await socket.close()
  })

  test('before it is open and after it is closed nothing is taken, so that Slack tries again', async () => {
    const under = await openSlack('http')
    expect((await post(under, signed(under, 'events', MESSAGE))).status).toBe(503)
    const receiver = rememberingReceiver()
    await under.channel.open(receiver)
    await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
    await under.channel.close()
    expect((await post(under, signed(under, 'events', MESSAGE))).status).toBe(503)
    expect(receiver.replies).toEqual([])
    await under.close()
  })
})

function omit(headers: { readonly [name: string]: string }, name: string): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
