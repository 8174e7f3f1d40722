import { createHash } from 'node:crypto'
import { ChannelError, createFeishuChannel } from '@holdpoint/channels'
import { feishuChallenge } from '@holdpoint/channels/testing'
import type { FeishuCallback, FeishuFake, FeishuJson } from '@holdpoint/channels/testing'
import { ANA, QUESTION, rememberingReceiver } from '@holdpoint/testing/channel'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GROUP, inFeishu, post, startFeishu } from './feishu-under-test.ts'
import type { OpenedFeishu } from './feishu-under-test.ts'

const MINUTE = 60_000

let time = 1_790_000_000_000
let opened: OpenedFeishu
let receiver: ReturnType<typeof rememberingReceiver>

beforeEach(async () => {
  time = 1_790_000_000_000
  opened = await startFeishu('http', { clock: () => time, workspace: 'W1' })
  receiver = rememberingReceiver()
  await opened.channel.open(receiver)
})

afterEach(async () => {
  await opened.channel.close()
  await opened.feishu.close()
})

function written(feishu: FeishuFake, text = '确认 7F3K'): FeishuJson {
  return {
    schema: '2.0',
    header: {
      event_id: 'e1',
      event_type: 'im.message.receive_v1',
      token: feishu.app.verificationToken,
      tenant_key: 'W1',
      app_id: feishu.app.appId,
    },
    event: {
      sender: { sender_id: { open_id: 'U1' }, sender_type: 'user', tenant_key: 'W1' },
      message: {
        message_id: 'om_1',
        chat_id: 'oc_team',
        chat_type: 'group',
        message_type: 'text',
        content: JSON.stringify({ text }),
      },
    },
  }
}

async function statusOf(callback: FeishuCallback, receivedAt = time): Promise<number> {
  return (await post(opened.channel, callback, receivedAt)).status
}

function resigned(callback: FeishuCallback, body: string, encryptKey: string): FeishuCallback {
  const timestamp = callback.headers['x-lark-request-timestamp'] ?? ''
  const nonce = callback.headers['x-lark-request-nonce'] ?? ''
  const signature = createHash('sha256').update(`${timestamp}${nonce}${encryptKey}${body}`).digest('hex')
  return { headers: { ...callback.headers, 'x-lark-signature': signature }, body }
}

describe('[F1] callbacks of Feishu', () => {
  test('one with a right signature is taken', async () => {
    expect(await statusOf(opened.feishu.sign(written(opened.feishu)))).toBe(200)
    expect(receiver.replies).toMatchObject([
      { text: '确认 7F3K', by: { workspace: 'W1', user: 'U1' }, envelope: 'authenticated' },
    ])
  })

  test('a wrong signature, one of another key and a part of one are refused', async () => {
    const { headers, body } = opened.feishu.sign(written(opened.feishu))
    for (const signature of ['', 'x', '0'.repeat(64), (headers['x-lark-signature'] ?? '').slice(0, 63)])
      expect(await statusOf({ headers: { ...headers, 'x-lark-signature': signature }, body })).toBe(401)
    expect(await statusOf(resigned({ headers, body }, body, 'another-key'))).toBe(401)
    expect(await statusOf(resigned({ headers, body }, body, opened.feishu.app.verificationToken))).toBe(401)
    expect(receiver.replies).toEqual([])
  })

  test('six minutes before and after are refused; four are taken', async () => {
    const callback = opened.feishu.sign(written(opened.feishu))
    expect(await statusOf(callback, time - 6 * MINUTE)).toBe(401)
    expect(await statusOf(callback, time + 6 * MINUTE)).toBe(401)
    expect(receiver.replies).toEqual([])
    expect(await statusOf(callback, time - 4 * MINUTE)).toBe(200)
    expect(await statusOf(callback, time + 4 * MINUTE)).toBe(200)
  })

  test('a body that says the same in other bytes is refused', async () => {
    const { headers, body } = opened.feishu.sign(written(opened.feishu))
    for (const other of [JSON.stringify(JSON.parse(body), null, 1), ` ${body}`, `${body}\n`])
      expect(await statusOf({ headers, body: other })).toBe(401)
  })

  test('another time or nonce than was signed is refused', async () => {
    const { headers, body } = opened.feishu.sign(written(opened.feishu))
    const later = String(Number(headers['x-lark-request-timestamp']) + 1)
    expect(await statusOf({ headers: { ...headers, 'x-lark-request-timestamp': later }, body })).toBe(401)
    expect(await statusOf({ headers: { ...headers, 'x-lark-request-nonce': 'n' }, body })).toBe(401)
    for (const timestamp of ['', 'now', '1e9', '-1', '17900000000000000', 'NaN'])
      expect(await statusOf({ headers: { ...headers, 'x-lark-request-timestamp': timestamp }, body })).toBe(401)
  })
})

describe('[X13.S1] what else is no callback of Feishu', () => {
  test('an event without a signature, encrypted or not', async () => {
    const { body } = opened.feishu.sign(written(opened.feishu))
    expect(await statusOf({ headers: {}, body })).toBe(401)
    expect(await statusOf({ headers: {}, body: JSON.stringify(written(opened.feishu)) })).toBe(401)
    expect(receiver.replies).toEqual([])
  })

  test('a plain event, although it is signed: the app encrypts', async () => {
    const callback = opened.feishu.sign(written(opened.feishu))
    const plain = JSON.stringify(written(opened.feishu))
    expect(await statusOf(resigned(callback, plain, opened.feishu.app.encryptKey))).toBe(401)
    expect(receiver.replies).toEqual([])
  })

  test('a signature that was caught, with another encrypted body', async () => {
    const caught = opened.feishu.sign(written(opened.feishu))
    const other = opened.feishu.sign(written(opened.feishu, '确认 AAAA'))
    expect(await statusOf({ headers: caught.headers, body: other.body })).toBe(401)
  })

  test('an encrypted body that was changed, even under a right signature', async () => {
    const callback = opened.feishu.sign(written(opened.feishu))
    const sealed = Buffer.from((JSON.parse(callback.body) as { encrypt: string }).encrypt, 'base64')
    for (const at of [0, 17, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      const body = JSON.stringify({ encrypt: changed.toString('base64') })
      expect(await statusOf({ ...callback, body })).toBe(401)
      expect(await statusOf(resigned(callback, body, opened.feishu.app.encryptKey))).toBe(401)
    }
    for (const body of ['', '{', '[]', '"x"', 'null', '{"encrypt":1}', '{"encrypt":""}', '{"encrypt":"AAAA"}'])
      expect(await statusOf(resigned(callback, body, opened.feishu.app.encryptKey)), body).toBe(401)
    expect(receiver.replies).toEqual([])
  })

  test('one for another app, of another company, or with another token', async () => {
    const event = written(opened.feishu)
    for (const wrong of [
      { app_id: 'cli_0123456789abcdef' },
      { tenant_key: 'W2' },
      { token: 'x' },
      { token: undefined },
    ]) {
      const header = { ...(event['header'] as FeishuJson), ...wrong }
      expect(await statusOf(opened.feishu.sign({ ...event, header }))).toBe(401)
    }
    expect(receiver.replies).toEqual([])
  })

  test('other methods, paths and sizes', async () => {
    const { headers, body } = opened.feishu.sign(written(opened.feishu))
    const callback = { method: 'POST', path: 'events', headers, body: Buffer.from(body), receivedAt: time }
    expect(await opened.channel.request({ ...callback, method: 'GET' })).toMatchObject({ status: 405 })
    expect(await opened.channel.request({ ...callback, path: 'events/x' })).toMatchObject({ status: 404 })
    expect(await opened.channel.request({ ...callback, body: Buffer.alloc(2 ** 21) })).toMatchObject({ status: 413 })
    const stream = await startFeishu('stream')
    expect(await stream.channel.request(callback)).toMatchObject({ status: 404 })
    await stream.feishu.close()
  })

  test('every refusal is the same answer', async () => {
    const callback = opened.feishu.sign(written(opened.feishu))
    const refusals = await Promise.all([
      post(opened.channel, { ...callback, headers: {} }, time),
      post(opened.channel, callback, time + 6 * MINUTE),
      post(opened.channel, resigned(callback, '{"encrypt":"AAAA"}', opened.feishu.app.encryptKey), time),
      post(opened.channel, opened.feishu.sign({ ...written(opened.feishu), header: {} }), time),
    ])
    expect(new Set(refusals.map((reply) => JSON.stringify(reply))).size).toBe(1)
  })
})

describe('[X13.S1] the check of the address', () => {
  test('is answered without a signature where it is encrypted and carries the token', async () => {
    const reply = await post(opened.channel, feishuChallenge('abc', opened.feishu.app), time)
    expect(reply).toMatchObject({ status: 200, contentType: expect.stringContaining('json') })
    expect(JSON.parse(reply.body)).toEqual({ challenge: 'abc' })
  })

  test('is refused with another token or key, in plain text, and with a wrong signature', async () => {
    const { app } = opened.feishu
    expect(await statusOf(feishuChallenge('abc', { ...app, verificationToken: 'x' }))).toBe(401)
    expect(await statusOf(feishuChallenge('abc', { ...app, encryptKey: 'x' }))).toBe(401)
    const plain = JSON.stringify({ challenge: 'abc', token: app.verificationToken, type: 'url_verification' })
    expect(await statusOf({ headers: {}, body: plain })).toBe(401)
    const { body } = feishuChallenge('abc', app)
    const headers = { 'x-lark-request-timestamp': '1790000000', 'x-lark-request-nonce': 'n', 'x-lark-signature': 'x' }
    expect(await statusOf({ headers, body })).toBe(401)
  })
})

describe('[X13.S1] the same callback again', () => {
  test('within the window it arrives under the same name, so that it decides once', async () => {
    const { channel, feishu } = opened
    const { ref } = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    await feishu.press({ message: ref, button: 'press-approve-1', by: inFeishu(ANA), event: 'e1' })
    time += 2 * MINUTE
    await feishu.press({ message: ref, button: 'press-approve-1', by: inFeishu(ANA), event: 'e1' })
    expect(receiver.presses.map(({ event }) => event)).toEqual(['e1', 'e1'])
    const callback = feishu.sign(written(feishu))
    expect([await statusOf(callback), await statusOf(callback)]).toEqual([200, 200])
    expect(new Set(receiver.replies.map(({ event }) => event)).size).toBe(1)
  })

  test('beyond the window it is refused', async () => {
    const callback = opened.feishu.sign(written(opened.feishu))
    expect(await statusOf(callback)).toBe(200)
    time += 6 * MINUTE
    expect(await statusOf(callback)).toBe(401)
    expect(receiver.replies).toHaveLength(1)
  })

  test('where the channel is closed, Feishu is asked to send it again', async () => {
    await opened.channel.close()
    expect(await statusOf(opened.feishu.sign(written(opened.feishu)))).toBe(503)
  })
})

describe('[F9] options that cannot work, or under which callbacks could be forged', () => {
  const options = {
    name: 'feishu',
    appId: 'cli_0123456789abcdef',
    appSecret: 'the-secret',
    events: { by: 'http', encryptKey: 'the-key', verificationToken: 'the-token' },
  } as const

  test.each([
    ['callbacks without an encrypt key', { ...options, events: { ...options.events, encryptKey: '' } }, /Encrypt Key/],
    ['callbacks without a token', { ...options, events: { ...options.events, verificationToken: '' } }, /Token/],
    ['an app id that the SDK would drop without a word', { ...options, appId: 'cli_1' }, /app id/],
    ['no secret', { ...options, appSecret: '' }, /secret/],
    ['an address without encryption', { ...options, apiUrl: 'http://feishu.example' }, /https/],
    ['no address', { ...options, apiUrl: 'feishu' }, /URL/],
  ])('%s', (_, wrong, words) => {
    const making = (): unknown => createFeishuChannel(wrong)
    expect(making).toThrow(ChannelError)
    expect(making).toThrow(words)
    expect(making).not.toThrow(/the-secret|the-key|the-token/)
  })
})
