/**
 * A local Feishu: its REST interface (token, bot, messages), its long connection, and signed, encrypted callbacks, in the wire
 * format that the vendor's SDK speaks. It keeps one app in one company, refuses cards as Feishu would, drops a second message
 * with the same `uuid` for an hour, and sends each event to one of the app's connections, by chance. It checks no permissions.
 *
 * @example
 * const feishu = await startFeishuFake({ chats: ['oc_team'], people: ['ou_ana'] })
 * const channel = createFeishuChannel({ name: 'feishu', ...feishu.app, events: { by: 'stream' }, apiUrl: feishu.url })
 * await channel.open(receiver)
 * await feishu.write({ text: '确认', by: { tenantKey: feishu.app.workspace, openId: 'ou_ana' }, chat: 'oc_team' })
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { drawFeishuCard, refuseFeishuCard } from './feishu-card-rules.ts'
import type { DrawnFeishuCard, FeishuJson } from './feishu-card-rules.ts'
import { messageEvent, pressEvent, signCallback } from './feishu-fake-events.ts'
import type { FakeFeishuPress, FakeFeishuText, FeishuCallback, FeishuFakeApp } from './feishu-fake-events.ts'
import { decodeFrame, encodeFrame } from './feishu-frames.ts'
import type { PlatformFake } from './platform-fake.ts'

/** Longer than any test. */
const KEEP_ALIVE_MS = 10 * 60_000

export interface FeishuFakeOptions {
  /** The groups that the bot is in. */
  readonly chats: readonly string[]
  /** The open ids of those who may use the bot. */
  readonly people: readonly string[]
  /** Where events go: over the long connection, where none is given; or posted to an address, or handed over. */
  readonly callback?:
    | string
    | ((callback: FeishuCallback) => Promise<{ readonly status: number; readonly body: string }>)
  readonly now?: () => number
}

export interface FeishuFakeMessage {
  readonly id: string
  readonly chat: string
  readonly uuid: string | null
  readonly card: FeishuJson
  readonly drawn: DrawnFeishuCard
}

export interface FeishuFake extends PlatformFake {
  readonly app: FeishuFakeApp
  /** In one chat, oldest first: the id of a group, or the open id of a person who chats with the bot. */
  messages(chat: string): readonly FeishuFakeMessage[]
  /** What people who pressed were shown, oldest first. */
  toasts(): readonly string[]
  press(press: FakeFeishuPress): Promise<FeishuAnswer>
  write(text: FakeFeishuText): Promise<FeishuAnswer>
  /** Any event, as it is. */
  send(event: FeishuJson): Promise<FeishuAnswer>
  /** An event as Feishu would post it, signed now. */
  sign(event: FeishuJson): FeishuCallback
  /** Every request to the REST interface: method and path. */
  requests(): readonly string[]
  /** When a connection was asked for, in vain or not, by `performance.now()`. */
  connections(): readonly number[]
  /** How many long connections stand. */
  listening(): number
  slowestAnswerMs(): number
  /** The next requests of this many fail with this status, body and headers. */
  failNext(requests: number, status: number, body: FeishuJson, headers?: { readonly [name: string]: string }): void
  /** The next message is sent, and the connection breaks before the answer. */
  loseNextAnswer(): void
  /** The next so many messages are taken, and their answers never come: what a sender sees that is killed before one does. */
  withholdAnswers(messages: number): void
  /** Tokens that were given out are valid no longer. */
  withdrawTokens(): void
  dropConnections(): void
  setAway(away: boolean): void
}

/** What the receiver of an event answered: `status` over the long connection 200 or 500. */
export interface FeishuAnswer {
  readonly status: number
  readonly body: unknown
}

const LARGEST_BODY = 30 * 1024
const UUID_LIFE_MS = 60 * 60_000
const ANSWER_WITHIN_MS = 3000

export async function startFeishuFake(options: FeishuFakeOptions): Promise<FeishuFake> {
  const now = options.now ?? Date.now
  const app: FeishuFakeApp = {
    appId: `cli_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    appSecret: `secret-${randomUUID()}`,
    encryptKey: `encrypt-${randomUUID()}`,
    verificationToken: `token-${randomUUID()}`,
    workspace: 'W1',
    botOpenId: 'ou_bot',
  }
  const messages: (Omit<FeishuFakeMessage, 'drawn'> & { card: FeishuJson })[] = []
  const sent = new Map<string, { readonly id: string; readonly at: number }>()
  const toasts: string[] = []
  const requests: string[] = []
  const connections: number[] = []
  const tokens = new Set<string>()
  const acknowledgements = new Map<string, (answer: FeishuAnswer) => void>()
  let failing: { left: number; readonly answer: Answer } = { left: 0, answer: { status: 200, body: {} } }
  let losing = false
  let withheld = 0
  let away = false
  let slowest = 0

  type Answer = {
    readonly status: number
    readonly body: FeishuJson
    readonly headers?: { readonly [name: string]: string }
  }
  const fail = (code: number, msg: string): Answer => ({ status: 400, body: { code, msg } })
  const succeed = (data: FeishuJson): Answer => ({ status: 200, body: { code: 0, msg: 'success', data } })

  const giveToken = (body: FeishuJson): Answer => {
    if (body['app_id'] !== app.appId || body['app_secret'] !== app.appSecret)
      return { status: 200, body: { code: 10015, msg: 'wrong app secret' } }
    const token = `t-${randomUUID()}`
    tokens.add(token)
    return { status: 200, body: { code: 0, msg: 'ok', tenant_access_token: token, expire: 7200 } }
  }

  const giveConnection = (body: FeishuJson): Answer => {
    if (body['AppID'] !== app.appId || body['AppSecret'] !== app.appSecret)
      return { status: 200, body: { code: 514, msg: 'auth failed', data: {} } }
    const address = `${url.replace('http', 'ws')}/ws?device_id=1&service_id=1&ticket=${randomUUID()}`
    return succeed({ URL: address, ClientConfig: CLIENT_CONFIG })
  }

  const readCard = (content: unknown): FeishuJson | Answer => {
    let card: unknown
    try {
      card = JSON.parse(String(content))
    } catch {
      card = null
    }
    const why = refuseFeishuCard(card)
    if (why !== null) return fail(230099, `Failed to create card content, ext=ErrMsg: ${why}`)
    return card as FeishuJson
  }

  const createMessage = (type: string | null, body: FeishuJson, size: number): Answer => {
    const to = String(body['receive_id'])
    if (type === 'chat_id' ? !options.chats.includes(to) : type !== 'open_id')
      return fail(230002, 'The bot can not be outside the group.')
    if (type === 'open_id' && !options.people.includes(to)) return fail(230013, 'Bot has NO availability to this user.')
    if (size > LARGEST_BODY) return fail(230025, 'The length of the message content reaches its limit.')
    const uuid = typeof body['uuid'] === 'string' ? body['uuid'] : null
    if (uuid !== null && uuid.length > 50) return fail(230001, 'invalid uuid')
    const before = uuid === null ? undefined : sent.get(uuid)
    if (before !== undefined && now() - before.at < UUID_LIFE_MS) return succeed({ message_id: before.id, chat_id: to })
    if (body['msg_type'] !== 'interactive') return fail(230001, 'the fake takes cards only')
    const card = readCard(body['content'])
    if (isAnswer(card)) return card
    const id = `om_${randomUUID().replaceAll('-', '')}`
    messages.push({ id, chat: to, uuid, card })
    if (uuid !== null) sent.set(uuid, { id, at: now() })
    return succeed({ message_id: id, chat_id: to, msg_type: 'interactive' })
  }

  const patchMessage = (id: string, body: FeishuJson, size: number): Answer => {
    const message = messages.find((one) => one.id === id)
    if (message === undefined)
      return fail(230001, 'Your request contains an invalid request parameter, ext=invalid message_id.')
    if (size > LARGEST_BODY) return fail(230025, 'The length of the message content reaches its limit.')
    const card = readCard(body['content'])
    if (isAnswer(card)) return card
    message.card = card
    return succeed({})
  }

  const answerRequest = (request: IncomingMessage, raw: string): Answer => {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const body = raw === '' ? {} : (JSON.parse(raw) as FeishuJson)
    if (pathname === '/open-apis/auth/v3/tenant_access_token/internal') return giveToken(body)
    if (pathname === '/callback/ws/endpoint') return giveConnection(body)
    if (!tokens.has(String(request.headers.authorization).replace('Bearer ', '')))
      return fail(99991663, 'Invalid access token for authorization. Please make a request with token attached')
    if (pathname === '/open-apis/bot/v3/info')
      return { status: 200, body: { code: 0, msg: 'ok', bot: { app_name: 'Holdpoint', open_id: app.botOpenId } } }
    const size = Buffer.byteLength(raw)
    if (request.method === 'POST' && pathname === '/open-apis/im/v1/messages')
      return createMessage(searchParams.get('receive_id_type'), body, size)
    if (request.method === 'PATCH' && pathname.startsWith('/open-apis/im/v1/messages/'))
      return patchMessage(pathname.slice('/open-apis/im/v1/messages/'.length), body, size)
    return { status: 404, body: { code: 404, msg: 'not found' } }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = String(request.url).split('?')[0]
    requests.push(`${request.method} ${path}`)
    if (path === '/callback/ws/endpoint') connections.push(performance.now())
    if (away) return void request.socket.destroy()
    const isMessage = path?.startsWith('/open-apis/im/') === true
    const refused = isMessage && failing.left > 0
    if (refused) failing.left -= 1
    const { status, body, headers } = refused
      ? failing.answer
      : answerRequest(request, Buffer.concat(chunks).toString())
    if (withheld > 0 && isMessage) {
      withheld -= 1
      return
    }
    if (losing && isMessage) {
      losing = false
      return void request.socket.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  // A client that uses a connection again must not meet its end: which of the two came first could not be known.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (away) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (connection) => connection.on('message', onFrame(connection)))
  })
  const onFrame = (connection: WebSocket) => (data: Buffer) => {
    const frame = decodeFrame(data)
    if (frame.method === 'control' && frame.headers['type'] === 'ping') {
      const payload = JSON.stringify(CLIENT_CONFIG)
      connection.send(encodeFrame({ ...frame, headers: { type: 'pong' }, payload }))
      return
    }
    const { code, data: encoded } = JSON.parse(frame.payload) as { readonly code: number; readonly data?: string }
    const body: unknown = encoded === undefined ? null : JSON.parse(Buffer.from(encoded, 'base64').toString())
    acknowledgements.get(frame.headers['message_id'] ?? '')?.({ status: code, body })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  const overConnection = async (event: FeishuJson): Promise<FeishuAnswer> => {
    const open = [...sockets.clients].filter(({ readyState, OPEN }) => readyState === OPEN)
    const connection = open[Math.floor(Math.random() * open.length)]
    if (connection === undefined) throw new Error('No connection is open: Feishu would show an error to the person.')
    const id = randomUUID()
    const headers = { type: 'event', message_id: id, trace_id: id, sum: '1', seq: '0' }
    return await new Promise<FeishuAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('No answer within three seconds.')), ANSWER_WITHIN_MS)
      acknowledgements.set(id, (given) => {
        clearTimeout(timer)
        acknowledgements.delete(id)
        resolve(given)
      })
      connection.send(encodeFrame({ service: 1, method: 'data', headers, payload: JSON.stringify(event) }))
    })
  }

  const byCallback = async (event: FeishuJson): Promise<FeishuAnswer> => {
    const callback = signCallback(event, app, now())
    const { callback: target = '' } = options
    if (typeof target !== 'string') {
      const { status, body } = await target(callback)
      return { status, body: JSON.parse(body) as unknown }
    }
    const answer = await fetch(target, { method: 'POST', headers: callback.headers, body: callback.body })
    return { status: answer.status, body: await answer.json() }
  }

  const send = async (event: FeishuJson): Promise<FeishuAnswer> => {
    const begun = performance.now()
    const answer = await (options.callback === undefined ? overConnection(event) : byCallback(event))
    slowest = Math.max(slowest, performance.now() - begun)
    return answer
  }

  return {
    url,
    app,
    messages: (chat) =>
      messages
        .filter((one) => one.chat === chat)
        .map((message) => ({ ...message, drawn: drawFeishuCard(message.card) })),
    toasts: () => toasts,
    async press(press) {
      const message = messages.find(({ id }) => id === press.message)
      if (message === undefined) throw new Error('There is no such message.')
      const answer = await send(pressEvent(press, message, app, now()))
      const { toast, card } = (answer.body ?? {}) as { readonly toast?: FeishuJson; readonly card?: FeishuJson }
      if (toast !== undefined) toasts.push(String(toast['content']))
      if (card !== undefined) {
        const why = card['type'] === 'raw' ? refuseFeishuCard(card['data']) : 'not raw'
        if (why !== null) throw new Error(`Feishu would refuse the card of the answer: ${why}`)
        message.card = card['data'] as FeishuJson
      }
      return answer
    },
    write: (text) => send(messageEvent(text, app, now())),
    send,
    sign: (event) => signCallback(event, app, now()),
    requests: () => requests,
    connections: () => connections,
    listening: () => sockets.clients.size,
    slowestAnswerMs: () => slowest,
    failNext(left, status, body, headers = {}) {
      failing = { left, answer: { status, body, headers } }
    },
    loseNextAnswer() {
      losing = true
    },
    withholdAnswers(count) {
      withheld = count
    },
    withdrawTokens: () => tokens.clear(),
    dropConnections() {
      for (const connection of sockets.clients) connection.terminate()
    },
    setAway(value) {
      away = value
    },
    async close() {
      for (const connection of sockets.clients) connection.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** As Feishu answers it: in seconds. */
const CLIENT_CONFIG = { PingInterval: 120, ReconnectCount: -1, ReconnectInterval: 120, ReconnectNonce: 30 }

function isAnswer(value: FeishuJson): value is { readonly status: number; readonly body: FeishuJson } {
  return typeof value['status'] === 'number'
}
