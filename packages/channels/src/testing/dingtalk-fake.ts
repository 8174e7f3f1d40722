/**
 * A local server that speaks DingTalk's wire format: access tokens, the stream with its frames and acknowledgements, cards by
 * template, messages of a robot, and the ways in which DingTalk refuses. A test plays the people: it presses and writes,
 * and looks at what is shown. It knows no card template's layout but the one of docs/channels/dingtalk.md (`dingtalk-drawing.ts`).
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { createFakeCards } from './dingtalk-fake-cards.ts'
import type { FakeDingTalkCard } from './dingtalk-fake-cards.ts'
import type { PlatformFake } from './platform-fake.ts'

/** Longer than any test. */
const KEEP_ALIVE_MS = 10 * 60_000

export interface DingTalkFakeOptions {
  readonly corpId?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly cardTemplateId?: string
  /** Conversations that the robot is in, and people whom it may write to. */
  readonly groups?: readonly string[]
  readonly people?: readonly string[]
  /** What is answered to a second card with the same `outTrackId`. Either way there is no second card. */
  readonly sameCard?: 'taken' | 'refused'
}

export interface DingTalkFake extends PlatformFake {
  readonly clientId: string
  readonly clientSecret: string
  readonly cardTemplateId: string
  cards(): readonly FakeDingTalkCard[]
  messages(): readonly FakeDingTalkMessage[]
  /** What was put into the `notice` of one who pressed, oldest first. */
  notices(): readonly string[]
  requests(): readonly FakeDingTalkRequest[]
  /** When the stream was asked for, in vain or not. */
  connectionRequests(): readonly number[]
  /** How many streams are open now. */
  connections(): number
  tokens(): readonly string[]
  /** A person presses a button. Answers what the channel acknowledged with. */
  press(press: FakeDingTalkPress): Promise<FakeDingTalkAnswer>
  /** A person writes where the robot reads. */
  write(message: FakeDingTalkText): Promise<FakeDingTalkAnswer>
  /** Any callback. */
  push(topic: string, data: unknown, messageId?: string): Promise<FakeDingTalkAnswer>
  /** The frame with which DingTalk looks whether the client is there. */
  ping(opaque: string): Promise<FakeDingTalkAnswer>
  /** The frame that announces the end of a connection. */
  announceDisconnect(): void
  drop(): void
  /** The next requests are answered with a limit on requests. */
  refuseNext(requests: number, retryAfterMs: number): void
  /** The next request with a token is answered so. */
  answerNext(status: number, body: string): void
  /** Of the next request that sends a message the connection breaks once it is done. */
  loseNextAnswer(): void
  /** The next so many messages are taken, and their answers never come: what a sender sees that is killed before one does. */
  withholdAnswers(messages: number): void
  /** Every request and every connection is broken off. */
  away(away: boolean): void
  /** Streams are handed out and closed at once. */
  closeStreams(close: boolean): void
  /** Streams stay open, and nothing that comes over them is answered. */
  freeze(frozen: boolean): void
  /** A frame as it is. */
  sendRaw(frame: string): void
  lapseTokens(): void
  changeSecret(secret: string): void
  /** Headers and body of a message by HTTP, signed for a time. */
  robotRequest(
    message: FakeDingTalkText,
    at: number,
  ): { headers: { timestamp: string; sign: string }; body: Uint8Array }
}

export interface FakeDingTalkMessage {
  readonly place: { readonly kind: 'group' | 'person'; readonly id: string }
  readonly msgKey: string
  /** `title` and `text` of markdown, `content` of a text. */
  readonly param: { readonly [name: string]: string }
  readonly processQueryKey: string
}

export interface FakeDingTalkRequest {
  readonly method: string
  readonly path: string
  readonly token: string | null
  readonly body: { readonly [key: string]: unknown }
}

export interface FakeDingTalkPress {
  readonly outTrackId: string
  readonly userId: string
  readonly corpId?: string
  /** What the button sends, as the template says. */
  readonly params: { readonly [name: string]: unknown }
  readonly messageId?: string
}

export interface FakeDingTalkText {
  readonly text: string
  readonly userId: string
  readonly corpId?: string
  /** `null`: in the chat with the robot. */
  readonly group: string | null
  readonly msgId?: string
  readonly mentionsRobot?: boolean
  /** Whatever else the message has, or has otherwise. */
  readonly more?: { readonly [key: string]: unknown }
}

export interface FakeDingTalkAnswer {
  readonly code: number
  readonly data: { readonly [key: string]: unknown }
  readonly tookMs: number
}

type Body = { readonly [key: string]: unknown }
class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Longer than DingTalk itself waits. */
const ACKNOWLEDGE_WITHIN_MS = 10_000
const MOST_MESSAGE_BYTES = 15_000

export async function startDingTalkFake(options: DingTalkFakeOptions = {}): Promise<DingTalkFake> {
  const { corpId = 'W1', groups = ['cidGroup1=='], people = ['U1', 'U2'] } = options
  const clientId = options.clientId ?? 'dingfakeclient'
  const cardTemplateId = options.cardTemplateId ?? 'f0e1d2c3-fake.schema'
  let clientSecret = options.clientSecret ?? 'fake-client-secret'
  const cards = createFakeCards({ cardTemplateId, groups, people, sameCard: options.sameCard ?? 'taken' })
  const messages: FakeDingTalkMessage[] = []
  const requests: FakeDingTalkRequest[] = []
  const connectionRequests: number[] = []
  const issued: string[] = []
  const valid = new Set<string>()
  const tickets = new Set<string>()
  const streams = new Set<WebSocket>()
  const awaited = new Map<string, (answer: Body) => void>()
  let isAway = false
  let closesStreams = false
  let isFrozen = false
  let losing = false
  let withheld = 0
  let scripted: { readonly status: number; readonly body: string } | null = null
  let refusing = { requests: 0, retryAfterMs: 0 }

  function checkCredentials(id: unknown, secret: unknown, status: number, code: string): void {
    if (id !== clientId || secret !== clientSecret) throw new Refusal(status, code)
  }

  function handle({ method, path, token, body }: FakeDingTalkRequest): Body {
    const route = `${method} ${path}`
    if (route === 'POST /v1.0/oauth2/accessToken') {
      checkCredentials(body['appKey'], body['appSecret'], 400, 'invalidClientIdOrSecret')
      const accessToken = `token-${issued.length + 1}-${randomUUID()}`
      issued.push(accessToken)
      valid.add(accessToken)
      return { accessToken, expireIn: 7200 }
    }
    if (route === 'POST /v1.0/gateway/connections/open') {
      checkCredentials(body['clientId'], body['clientSecret'], 401, 'authFailed')
      // With characters that an address must encode.
      const ticket = `${randomUUID()}+/=`
      tickets.add(ticket)
      return { endpoint: `${url.replace('http', 'ws')}/connect`, ticket }
    }
    if (token === null || !valid.has(token)) throw new Refusal(400, 'InvalidAuthentication')
    switch (route) {
      case 'POST /v1.0/card/instances/createAndDeliver':
        return cards.create(body)
      case 'PUT /v1.0/card/instances':
        return cards.update(body)
      case 'POST /v1.0/robot/groupMessages/send':
        if (!groups.includes(String(body['openConversationId'])))
          throw new Refusal(400, 'invalidParameter.openConversationId')
        return sendMessage(body, { kind: 'group', id: String(body['openConversationId']) })
      case 'POST /v1.0/robot/oToMessages/batchSend': {
        const [id] = body['userIds'] as string[]
        if (id === undefined || !people.includes(id))
          return { processQueryKey: '', invalidStaffIdList: [id], flowControlledStaffIdList: [] }
        return { ...sendMessage(body, { kind: 'person', id }), invalidStaffIdList: [], flowControlledStaffIdList: [] }
      }
      default:
        throw new Refusal(404, 'InvalidAction.NotFound')
    }
  }

  function sendMessage(body: Body, place: FakeDingTalkMessage['place']): Body {
    if (body['robotCode'] !== clientId) throw new Refusal(400, 'resource.not.found')
    const msgParam = String(body['msgParam'])
    if (Buffer.byteLength(msgParam) >= MOST_MESSAGE_BYTES) throw new Refusal(400, 'invalidParameter.msgParam.tooLong')
    const processQueryKey = randomUUID()
    const param = JSON.parse(msgParam) as FakeDingTalkMessage['param']
    messages.push({ place, msgKey: String(body['msgKey']), param, processQueryKey })
    return { processQueryKey }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (path.endsWith('/connections/open')) connectionRequests.push(performance.now())
    if (isAway) return void request.socket.destroy()
    const token = request.headers['x-acs-dingtalk-access-token']
    const seen: FakeDingTalkRequest = {
      method: request.method ?? '',
      path,
      token: typeof token === 'string' ? token : null,
      body: JSON.parse((await readAll(request)).toString() || '{}') as Body,
    }
    requests.push(seen)
    if (scripted !== null && token !== undefined) {
      response.writeHead(scripted.status).end(scripted.body)
      scripted = null
      return
    }
    const sends = /createAndDeliver|robot/.test(path)
    try {
      if (refusing.requests > 0 && token !== undefined) {
        refusing = { ...refusing, requests: refusing.requests - 1 }
        response.setHeader('retry-after', String(Math.ceil(refusing.retryAfterMs / 1000)))
        throw new Refusal(403, 'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi')
      }
      const answer = handle(seen)
      if (withheld > 0 && sends) {
        withheld -= 1
        return
      }
      if (losing && sends) {
        losing = false
        return void request.socket.destroy()
      }
      reply(response, 200, answer)
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : cards.refusalOf(error)
      reply(response, status, { code, requestid: randomUUID(), message: `${code} ${JSON.stringify(seen.body)}` })
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  // A client that uses a connection again must not meet its end: which of the two came first could not be known.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const sockets = new WebSocketServer({ noServer: true, autoPong: false })
  server.on('upgrade', (request, socket, head) => {
    const ticket = new URL(request.url ?? '', 'http://fake').searchParams.get('ticket') ?? ''
    if (isAway || !tickets.delete(ticket)) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (stream) => {
      if (closesStreams) return stream.close()
      streams.add(stream)
      stream.on('close', () => streams.delete(stream))
      stream.on('error', () => {})
      stream.on('ping', (data) => isFrozen || stream.pong(data))
      stream.on('message', (data) => {
        const frame = JSON.parse((data as Buffer).toString()) as Body
        const messageId = String((frame['headers'] as Body)['messageId'])
        awaited.get(messageId)?.(frame)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Over the newest stream. */
  function sendRaw(frame: string): void {
    const stream = [...streams].at(-1)
    if (stream === undefined) throw new Error('No stream is open.')
    stream.send(frame)
  }

  function sendFrame(frame: Body): void {
    sendRaw(JSON.stringify({ specVersion: '1.0', ...frame }))
  }

  async function pushFrame(type: string, topic: string, data: string, messageId: string): Promise<FakeDingTalkAnswer> {
    const began = performance.now()
    const headers = { topic, messageId, contentType: 'application/json', time: String(Date.now()) }
    const answer = await new Promise<Body>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${topic} was not acknowledged.`)), ACKNOWLEDGE_WITHIN_MS)
      awaited.set(messageId, (frame) => {
        clearTimeout(timer)
        resolve(frame)
      })
      try {
        sendFrame({ type, headers, data })
      } catch (error) {
        clearTimeout(timer)
        reject(error as Error)
      }
    }).finally(() => awaited.delete(messageId))
    const tookMs = performance.now() - began
    return { code: Number(answer['code']), data: JSON.parse(String(answer['data'])) as Body, tookMs }
  }

  function robotMessage({ text, userId, group, more, ...rest }: FakeDingTalkText): Body {
    return {
      msgId: rest.msgId ?? `msg${randomUUID()}`,
      msgtype: 'text',
      // The mention is taken out, the blank after it stays.
      text: { content: rest.mentionsRobot === true ? ` ${text}` : text },
      conversationType: group === null ? '1' : '2',
      conversationId: group ?? `cidWith${userId}==`,
      senderId: `$:LWCP_v1:$${userId}`,
      senderStaffId: userId,
      senderNick: `Person ${userId}`,
      senderCorpId: rest.corpId ?? corpId,
      chatbotCorpId: corpId,
      chatbotUserId: '$:LWCP_v1:$robot',
      robotCode: clientId,
      isInAtList: rest.mentionsRobot === true,
      createAt: Date.now(),
      sessionWebhook: `${url}/robot/sendBySession?session=fake-session-secret`,
      ...more,
    }
  }

  const push: DingTalkFake['push'] = (topic, data, messageId = randomUUID()) =>
    pushFrame('CALLBACK', topic, JSON.stringify(data), messageId)

  return {
    url,
    clientId,
    get clientSecret() {
      return clientSecret
    },
    cardTemplateId,
    cards: cards.all,
    messages: () => messages,
    notices: cards.notices,
    requests: () => requests,
    connectionRequests: () => connectionRequests,
    connections: () => streams.size,
    tokens: () => issued,
    async press({ outTrackId, userId, params, messageId, ...rest }) {
      const content = JSON.stringify({ cardPrivateData: { actionIds: ['button'], params } })
      const spaceId = cards.spaceOf(outTrackId, userId)
      const data = { type: 'actionCallback', outTrackId, userId, userIdType: 1, corpId: rest.corpId ?? corpId }
      const whole = { ...data, spaceType: 'im', spaceId, content, value: content }
      const answer = await push('/v1.0/card/instances/callback', whole, messageId)
      if (answer.code === 200) cards.answered(outTrackId, userId, answer.data['response'])
      return answer
    },
    write: (message) => push('/v1.0/im/bot/messages/get', robotMessage(message)),
    push,
    ping: (opaque) => pushFrame('SYSTEM', 'ping', JSON.stringify({ opaque }), randomUUID()),
    announceDisconnect() {
      sendFrame({ type: 'SYSTEM', headers: { topic: 'disconnect' }, data: '{"reason":"connection is expired"}' })
    },
    drop() {
      for (const stream of streams) stream.terminate()
    },
    refuseNext(count, retryAfterMs) {
      refusing = { requests: count, retryAfterMs }
    },
    answerNext(status, body) {
      scripted = { status, body }
    },
    loseNextAnswer() {
      losing = true
    },
    withholdAnswers(count) {
      withheld = count
    },
    away(away) {
      isAway = away
    },
    closeStreams(close) {
      closesStreams = close
    },
    freeze(frozen) {
      isFrozen = frozen
    },
    sendRaw,
    lapseTokens: () => valid.clear(),
    changeSecret(secret) {
      clientSecret = secret
    },
    robotRequest(message, at) {
      const timestamp = String(at)
      const sign = createHmac('sha256', clientSecret).update(`${timestamp}\n${clientSecret}`).digest('base64')
      return { headers: { timestamp, sign }, body: Buffer.from(JSON.stringify(robotMessage(message))) }
    },
    async close() {
      for (const stream of streams) stream.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function reply(response: ServerResponse, status: number, body: Body): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
