import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inspect, promisify } from 'node:util'
import type { ChannelErrorKind } from '@holdpoint/channels'
import { ChannelError, createFeishuChannel } from '@holdpoint/channels'
import type { FakeFeishuText } from '@holdpoint/channels/testing'
import { startFeishuFake } from '@holdpoint/channels/testing'
import { ANA, BEN, DECIDED, QUESTION, rememberingReceiver } from '@holdpoint/testing/channel'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GROUP, PERSON, inFeishu, startFeishu } from './feishu-under-test.ts'
import type { OpenedFeishu } from './feishu-under-test.ts'

let opened: OpenedFeishu
let receiver: ReturnType<typeof rememberingReceiver>
let time = Date.now()

beforeEach(async () => {
  time = Date.now()
  opened = await startFeishu('stream', { clock: () => time, workspace: 'W1' })
  receiver = rememberingReceiver()
})

afterEach(async () => {
  await opened.channel.close()
  await opened.feishu.close()
})

describe('[X13.S1] messages to Feishu', () => {
  test('bear our id, which Feishu remembers for an hour', async () => {
    const delivery = { id: 'delivery-1', place: GROUP, message: QUESTION }
    const first = await opened.channel.deliver(delivery)
    time += 59 * 60_000
    expect(await opened.channel.deliver(delivery)).toEqual(first)
    expect(opened.feishu.messages(GROUP.id)).toMatchObject([{ uuid: 'delivery-1' }])
    time += 2 * 60_000
    await opened.channel.deliver(delivery)
    expect(opened.feishu.messages(GROUP.id), 'an hour later it is a second message').toHaveLength(2)
  })

  test('are cards for everyone who sees them, which cannot be forwarded', async () => {
    await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    expect(opened.feishu.messages(GROUP.id)[0]?.card).toMatchObject({
      schema: '2.0',
      config: { update_multi: true, enable_forward: false },
      header: { template: 'red' },
    })
  })

  test('have buttons that carry nothing but the id and the kind of chat', async () => {
    await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    await opened.channel.deliver({ id: 'd2', place: PERSON, message: QUESTION })
    const values = [GROUP.id, PERSON.id].map((chat) =>
      opened.feishu.messages(chat)[0]?.drawn.buttons.map(({ value }) => value),
    )
    expect(values).toEqual([
      [
        { id: 'press-approve-1', chat: 'group' },
        { id: 'press-decline-1', chat: 'group' },
      ],
      [
        { id: 'press-approve-1', chat: 'person' },
        { id: 'press-decline-1', chat: 'person' },
      ],
    ])
  })

  test('whose title is wider than four lines have it whole in the body', async () => {
    const title = '删除订单'.repeat(50)
    await opened.channel.deliver({ id: 'd1', place: GROUP, message: { ...QUESTION, title } })
    const [message] = opened.feishu.messages(GROUP.id)
    const header = message?.card['header'] as { readonly title: { readonly content: string } }
    expect(header.title.content.length).toBeLessThan(60)
    expect(message?.drawn.text).toContain(title)
  })

  test('are sent again with a new token where the old one was withdrawn', async () => {
    await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    opened.feishu.withdrawTokens()
    await opened.channel.deliver({ id: 'd2', place: GROUP, message: QUESTION })
    expect(opened.feishu.messages(GROUP.id)).toHaveLength(2)
    const asked = opened.feishu.requests().filter((request) => request.includes('tenant_access_token'))
    expect(asked).toHaveLength(2)
  })

  test('are not updated under an id that is no id', async () => {
    const delivered = { id: 'd1', place: GROUP, ref: '../../x?y' }
    await expect(opened.channel.update(delivered, DECIDED)).rejects.toMatchObject({ kind: 'no-such-place' })
    await expect(opened.channel.update({ ...delivered, ref: 'om_none' }, DECIDED)).rejects.toMatchObject({
      kind: 'no-such-place',
    })
  })

  test.each<[string, number, { readonly code: number; readonly msg: string }, ChannelErrorKind]>([
    ['too many requests', 429, { code: 99991400, msg: 'request trigger frequency limit' }, 'later'],
    ['too many requests, older interfaces', 400, { code: 99991400, msg: 'request trigger frequency limit' }, 'later'],
    ['too many requests, in a 200', 200, { code: 99991400, msg: 'request trigger frequency limit' }, 'later'],
    [
      'too many messages to this chat',
      400,
      { code: 230020, msg: 'This operation triggers the frequency limit.' },
      'later',
    ],
    ['the same message is being sent', 400, { code: 230049, msg: 'The message is being sent.' }, 'later'],
    [
      'the bot is not in the group',
      400,
      { code: 230002, msg: 'The bot can not be outside the group.' },
      'no-such-place',
    ],
    ['the person may not use the bot', 400, { code: 230013, msg: 'Bot has NO availability' }, 'no-such-place'],
    ['no such receiver', 400, { code: 230034, msg: 'The receive_id is invalid.' }, 'no-such-place'],
    ['no such receiver, as a wrong parameter', 400, { code: 230001, msg: 'ext=invalid receive_id.' }, 'no-such-place'],
    ['the group was dissolved', 400, { code: 232009, msg: 'dissolved' }, 'no-such-place'],
    ['another wrong parameter', 400, { code: 230001, msg: 'ext=invalid msg_type.' }, 'refused'],
    ['a card that is none', 400, { code: 230099, msg: 'Failed to create card content' }, 'refused'],
    ['words that the company forbids', 400, { code: 230028, msg: 'The messages do NOT pass the audit.' }, 'refused'],
    ['a permission is missing', 400, { code: 99991672, msg: 'Access denied.' }, 'refused'],
    ['an error inside', 500, { code: 1, msg: 'internal' }, 'later'],
    ['an error inside, with no code that says more', 502, { code: -7, msg: 'bad gateway' }, 'unknown'],
  ])('that fail say how: %s', async (_, status, body, kind) => {
    opened.feishu.failNext(1, status, body)
    const error: unknown = await opened.channel
      .deliver({ id: 'd1', place: GROUP, message: QUESTION })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ChannelError)
    expect(error).toMatchObject({ kind, message: expect.stringContaining(String(body.code)) })
  })

  test('that fail at a platform that is not there were never sent', async () => {
    await opened.feishu.close()
    const sent = opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    await expect(sent).rejects.toMatchObject({ kind: 'later', message: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('[X13.S1] events of Feishu', () => {
  beforeEach(() => opened.channel.open(receiver))

  async function heard(text: FakeFeishuText): Promise<(typeof receiver.replies)[number] | undefined> {
    await opened.feishu.write(text)
    return receiver.replies.at(-1)
  }
  const ana = { by: inFeishu(ANA), chat: GROUP.id } as const

  test('of another company or app are dropped, and said so without their text', async () => {
    const press = await pressOf()
    for (const header of [{ tenant_key: 'W2' }, { app_id: 'cli_ffffffffffffffff' }]) {
      const event = { ...press, header: { ...(press['header'] as object), ...header } }
      expect(await opened.feishu.send(event)).toEqual({ status: 200, body: null })
    }
    expect(receiver.presses).toEqual([])
    expect(opened.logged.join('\n')).toMatch(/another app or company/)
    await opened.feishu.send(press)
    expect(receiver.presses).toHaveLength(1)
  })

  test('carry the company of the person, not that of the app', async () => {
    const { ref } = await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    await opened.feishu.press({ message: ref, button: 'press-approve-1', by: { tenantKey: 'W9', openId: 'U1' } })
    expect(receiver.presses).toMatchObject([{ by: { workspace: 'W9', user: 'U1' } }])
    expect(await heard({ text: '确认', by: { tenantKey: 'W9', openId: 'U1' }, chat: null })).toMatchObject({
      by: { workspace: 'W9', user: 'U1' },
    })
  })

  test('without a person, a company, a button or a known kind are none', async () => {
    const press = await pressOf()
    const event = press['event'] as { readonly [name: string]: object }
    for (const wrong of [
      { operator: { open_id: 'U1' } },
      { operator: { tenant_key: 'W1' } },
      { operator: null },
      { action: { tag: 'button', value: 'press-approve-1' } },
      { action: { tag: 'button', value: {}, name: 'press-approve-1' } },
      { action: null },
    ])
      expect(await opened.feishu.send({ ...press, event: { ...event, ...wrong } })).toMatchObject({ status: 200 })
    expect(await opened.feishu.send({ ...press, schema: '1.0' })).toMatchObject({ status: 200 })
    expect(await opened.feishu.send({ type: 'card.action.trigger', event })).toMatchObject({ status: 200 })
    expect(receiver.presses).toEqual([])
  })

  test('of a form whose client sent no value name the button all the same', async () => {
    const press = await pressOf()
    const event = press['event'] as { readonly [name: string]: object }
    const action = { tag: 'button', name: 'press-decline-1', form_value: { reason_1: 'wrong order' } }
    await opened.feishu.send({ ...press, event: { ...event, action } })
    expect(receiver.presses).toMatchObject([{ button: 'press-decline-1', reason: 'wrong order', place: null }])
  })

  test('go to one of the processes, and either can take them', async () => {
    const { appId, appSecret } = opened.feishu.app
    const other = createFeishuChannel({
      name: 'feishu',
      appId,
      appSecret,
      apiUrl: opened.feishu.url,
      events: { by: 'stream' },
    })
    const second = rememberingReceiver()
    await other.open(second)
    const { ref } = await opened.channel.deliver({ id: 'd1', place: PERSON, message: QUESTION })
    for (let turn = 0; turn < 24; turn += 1)
      await opened.feishu.press({ message: ref, button: 'press-approve-1', by: inFeishu(ANA), event: `e${turn}` })
    expect(receiver.presses.length).toBeGreaterThan(0)
    expect(second.presses.length).toBeGreaterThan(0)
    const all = [...receiver.presses, ...second.presses]
    expect(new Set(all.map(({ event }) => event)).size).toBe(24)
    expect(all.every(({ place }) => JSON.stringify(place) === JSON.stringify(PERSON))).toBe(true)
    await other.close()
  })

  test('say which message they answer', async () => {
    const { ref } = await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    expect(await heard({ ...ana, text: '确认', answers: ref })).toMatchObject({ answers: ref, origin: 'typed' })
  })

  test('name those whom they mention, and the bot by its key', async () => {
    const mentions = [
      { key: '@_user_1', id: { open_id: opened.feishu.app.botOpenId }, name: 'Holdpoint' },
      { key: '@_user_10', id: { open_id: 'U2' }, name: 'Ben' },
    ]
    const event = {
      sender: { sender_id: { open_id: 'U1' }, sender_type: 'user', tenant_key: 'W1' },
      message: {
        message_id: 'om_1',
        chat_id: GROUP.id,
        chat_type: 'group',
        message_type: 'text',
        content: JSON.stringify({ text: '@_user_1 ask @_user_10 and @_user_3' }),
        mentions,
      },
    }
    const { appId: app_id } = opened.feishu.app
    const header = { event_type: 'im.message.receive_v1', event_id: 'e1', tenant_key: 'W1', app_id }
    await opened.feishu.send({ schema: '2.0', header, event })
    expect(receiver.replies).toMatchObject([{ text: '@_user_1 ask @Ben and @_user_3', mention: ['@_user_1'] }])
  })

  test('with words in rich text are typed, where there is nothing but words', async () => {
    const post = (...runs: readonly object[]): FakeFeishuText => ({
      ...ana,
      text: '',
      type: { name: 'post', content: JSON.stringify({ title: '', content: [runs] }) },
    })
    expect(await heard(post({ tag: 'text', text: '确认 7F3K', style: [] }))).toMatchObject({
      text: '确认 7F3K',
      origin: 'typed',
    })
    for (const run of [
      { tag: 'text', text: '确认', style: ['lineThrough'] },
      { tag: 'a', text: '确认', href: 'https://evil.example' },
      { tag: 'code_block', text: '确认' },
      { tag: 'img', image_key: 'x' },
    ])
      expect(await heard(post(run)), run.tag).toMatchObject({ origin: 'quoted' })
  })

  test('without text do not arrive', async () => {
    for (const name of ['image', 'file', 'sticker', 'audio'])
      await opened.feishu.write({ ...ana, text: '', type: { name, content: '{"file_key":"x"}' } })
    await opened.feishu.write({ ...ana, text: 'end' })
    expect(receiver.replies.map(({ text }) => text)).toEqual(['end'])
  })

  test('that were edited have a name of their own', async () => {
    const first = await heard({ ...ana, text: 'no', message: 'om_1' })
    const second = await heard({ ...ana, text: '确认', message: 'om_1', edited: true })
    expect(second).toMatchObject({ origin: 'edited' })
    expect(second?.event).not.toBe(first?.event)
  })

  test('that the receiver cannot take are sent again', async () => {
    receiver.wrote = async () => {
      throw new Error('the store is away')
    }
    expect(await opened.feishu.write({ ...ana, text: '确认' })).toMatchObject({ status: 500 })
  })

  async function pressOf(): Promise<{ readonly [name: string]: unknown }> {
    await opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const [message] = opened.feishu.messages(GROUP.id)
    return {
      schema: '2.0',
      header: {
        event_id: 'e1',
        event_type: 'card.action.trigger',
        tenant_key: 'W1',
        app_id: opened.feishu.app.appId,
      },
      event: {
        operator: { tenant_key: 'W1', open_id: BEN.user },
        action: { tag: 'button', value: { id: 'press-approve-1', chat: 'group' } },
        context: { open_message_id: message?.id, open_chat_id: GROUP.id },
      },
    }
  }
})

test('[X13.S1] a Feishu channel that was closed cannot be opened again', async () => {
  await opened.channel.close()
  await expect(opened.channel.open(receiver)).rejects.toMatchObject({ kind: 'refused' })
  expect(opened.feishu.connections()).toEqual([])
})

describe('[X13.S1] secrets of Feishu', () => {
  test('are neither printed nor in what is thrown, whatever the SDK logs', async () => {
    const printed: unknown[][] = []
    const spies = (['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...line: unknown[]) => void printed.push(line)),
    )
    const { app } = opened.feishu
    const thrown: unknown[] = []
    const attempt = (promise: Promise<unknown>): Promise<unknown> =>
      promise.catch((error: unknown) => thrown.push(error))
    await opened.channel.open(receiver)
    opened.feishu.dropConnections()
    await expect.poll(() => opened.channel.health().state).toBe('connected')
    opened.feishu.failNext(1, 400, { code: 230001, msg: 'invalid' })
    await attempt(opened.channel.deliver({ id: 'd1', place: GROUP, message: QUESTION }))
    opened.feishu.loseNextAnswer()
    await attempt(opened.channel.deliver({ id: 'd2', place: GROUP, message: QUESTION }))
    const wrong = createFeishuChannel({
      name: 'feishu',
      appId: app.appId,
      appSecret: 'another-secret',
      apiUrl: opened.feishu.url,
      events: { by: 'stream' },
    })
    await attempt(wrong.open(receiver))
    await wrong.close()
    for (const spy of spies) spy.mockRestore()
    expect(thrown).toHaveLength(3)
    const said = inspect([printed, thrown, opened.logged, opened.channel.health(), wrong.health()], {
      depth: 20,
      showHidden: true,
    })
    for (const secret of [app.appSecret, app.encryptKey, app.verificationToken, 'another-secret', 'Bearer', 'ticket='])
      expect(said).not.toContain(secret)
    expect(printed).toEqual([])
  })
})

describe('[X13.S1] the vendor SDK', () => {
  test('is loaded by no one who has no channel, and by no channel before it is used', async () => {
    const feishu = await startFeishuFake({ chats: [GROUP.id], people: [] })
    const { appId, appSecret } = feishu.app
    const options = { name: 'f', appId, appSecret, apiUrl: feishu.url, events: { by: 'stream' } }
    const script = `
      import { createRequire } from 'node:module'
      import { createFeishuChannel } from '@holdpoint/channels'
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('larksuite'))
      const channel = createFeishuChannel(${JSON.stringify(options)})
      channel.fits(${JSON.stringify(QUESTION)})
      const before = loaded()
      await channel.deliver({ id: 'd1', place: ${JSON.stringify(GROUP)}, message: ${JSON.stringify(QUESTION)} })
      console.log(before, loaded())
    `
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd })
    expect(run.stdout.trim()).toBe('false true')
    await feishu.close()
  })
})
