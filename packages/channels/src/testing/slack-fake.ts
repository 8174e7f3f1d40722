/**
 * Slack on this machine, as far as a bot sees it: the Web API (form-encoded, with its refusals), socket mode with envelopes that
 * are to be acknowledged, signed requests to `events` and `interactivity`, `response_url`, forms. Point the vendor's clients at
 * `url`, play people with `press`, `submit` and `write`, and look at `messages` and `notices`.
 *
 * It knows one workspace with one bot. It is strict where Slack is: limits of blocks, one use of a trigger, tokens.
 *
 * @example
 * const slack = await startSlackFake()
 * const client = new WebClient(slack.botToken, { slackApiUrl: slack.url })
 * await client.chat.postMessage({ channel: 'C1', text: 'hello' })
 * slack.messages('C1')[0]?.drawn.text // 'hello'
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { jsonText } from './json-text.ts'
import type { PlatformFake } from './platform-fake.ts'
import { checkBlocks, checkView } from './slack-fake-blocks.ts'
import { drawSlackMessage } from './slack-fake-drawing.ts'
import type { DrawnSlackMessage } from './slack-fake-drawing.ts'
import { createSlackFakePeople } from './slack-fake-people.ts'
import type { SlackFakePeople } from './slack-fake-people.ts'
import { signSlackRequest } from './slack-fake-signature.ts'
import type { SlackFakeRequest, SlackFakeResponse } from './slack-fake-signature.ts'

/** Longer than any test. */
const KEEP_ALIVE_MS = 10 * 60_000

export interface SlackFakeOptions {
  readonly workspace?: string
  readonly channels?: readonly string[]
  readonly people?: readonly string[]
  /** Takes what Slack would post to the request URLs of the app; without it, events go over the connections of socket mode. */
  readonly post?: (request: SlackFakeRequest) => Promise<SlackFakeResponse>
}

export interface SlackFake extends PlatformFake, SlackFakePeople {
  readonly workspace: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly botUser: string
  readonly botId: string
  /** What stands in a conversation now, oldest first. */
  messages(channel: string): readonly SlackFakeMessage[]
  /** What single people were shown, oldest first. */
  notices(): readonly { readonly user: string; readonly channel: string; readonly drawn: DrawnSlackMessage }[]
  /** Every request to the Web API, with the time at which it came. */
  calls(): readonly {
    readonly method: string
    readonly at: number
    readonly arguments: { readonly [name: string]: string }
  }[]
  /** How long each acknowledgement took, in milliseconds. */
  acknowledgements(): readonly number[]
  /** Sends any payload, as socket mode or HTTP would. Resolves once it is acknowledged. */
  send(kind: 'events_api' | 'interactive', payload: JsonObject): Promise<SlackFakeResponse>
  /** The next so many requests are answered with 429. */
  refuseNext(requests: number, retryAfterSeconds: number): void
  /** The next `chat.postMessage` is done, and its answer is lost. */
  loseNextAnswer(): void
  /** The next so many messages are taken, and their answers never come: what a sender sees that is killed before one does. */
  withholdAnswers(messages: number): void
  /** How many connections of socket mode stand. */
  listening(): number
  /** Cuts every connection of socket mode. */
  drop(): void
  /** Says `disconnect`, as Slack does before it moves a connection elsewhere. */
  refresh(): void
  away(away: boolean): void
}

export interface SlackFakeMessage {
  readonly channel: string
  readonly ts: string
  readonly text: string
  readonly blocks: readonly JsonValue[]
  readonly drawn: DrawnSlackMessage
}

const ACK_TIMEOUT_MS = 10_000

export async function startSlackFake(options: SlackFakeOptions = {}): Promise<SlackFake> {
  const workspace = options.workspace ?? 'T1'
  const [botToken, appToken] = [`xoxb-${randomUUID()}`, `xapp-1-${randomUUID()}`]
  const signingSecret = randomUUID().replaceAll('-', '')
  const [botUser, botId] = ['UBOT', 'BBOT']
  const channels = new Set(options.channels ?? ['C1'])
  const people = new Set(options.people ?? ['U1', 'U2'])
  const messages: SlackFakeMessage[] = []
  const notices: { user: string; channel: string; drawn: DrawnSlackMessage }[] = []
  const calls: { method: string; at: number; arguments: { [name: string]: string } }[] = []
  const acknowledgements: number[] = []
  const sockets = new Set<WebSocket>()
  const tickets = new Set<string>()
  const waiting = new Map<string, () => void>()
  const refusals = { left: 0, seconds: 0 }
  const faults = { away: false, loseNext: false, withheld: 0 }
  let last = 0

  /** The time, in microseconds, and a name: no two are the same. */
  const nextTs = (): string => {
    last = Math.max(last + 1, Date.now() * 1000)
    return `${Math.floor(last / 1_000_000)}.${String(last % 1_000_000).padStart(6, '0')}`
  }
  const drawnOf = (given: { [name: string]: string }): DrawnSlackMessage =>
    drawSlackMessage({
      text: given['text'] ?? '',
      blocks: JSON.parse(given['blocks'] ?? '[]') as JsonValue[],
      parse: given['parse'],
      linkNames: given['link_names'] === 'true' || given['link_names'] === '1',
      unfurls: given['unfurl_links'] !== 'false' && given['unfurl_links'] !== undefined,
    })
  const keep = (channel: string, ts: string, given: { [name: string]: string }): void => {
    const blocks = JSON.parse(given['blocks'] ?? '[]') as JsonValue[]
    const message = { channel, ts, text: given['text'] ?? '', blocks, drawn: drawnOf(given) }
    const at = messages.findIndex((one) => one.channel === channel && one.ts === ts)
    if (at < 0) messages.push(message)
    else messages[at] = message
  }
  /** `null`: Slack takes it. */
  const faultOf = (given: { [name: string]: string }): JsonObject | null => {
    if ((given['text'] ?? '') === '' && given['blocks'] === undefined) return { ok: false, error: 'no_text' }
    if ((given['text'] ?? '').length > 40_000) return { ok: false, error: 'msg_too_long' }
    if (given['blocks'] === undefined) return null
    const { error, messages: said } = checkBlocks(given['blocks'], 50)
    return error === null ? null : { ok: false, error, response_metadata: { messages: [...said] } }
  }

  const answer = (method: string, given: { [name: string]: string }): JsonObject => {
    const channel = given['channel'] ?? ''
    const person = people.has(given['user'] ?? '')
    switch (method) {
      case 'auth.test':
        return {
          ok: true,
          url: 'https://fake.slack.com/',
          team: 'Fake',
          team_id: workspace,
          user: 'holdpoint',
          user_id: botUser,
          bot_id: botId,
        }
      case 'apps.connections.open': {
        const ticket = randomUUID()
        tickets.add(ticket)
        return { ok: true, url: `${address.replace('http', 'ws')}/link/?ticket=${ticket}&app_id=A1` }
      }
      case 'conversations.open': {
        if (!people.has(given['users'] ?? '')) return { ok: false, error: 'user_not_found' }
        channels.add(`D${given['users']}`)
        return { ok: true, channel: { id: `D${given['users']}` } }
      }
      case 'chat.postMessage': {
        if (!channels.has(channel)) return { ok: false, error: 'channel_not_found' }
        const fault = faultOf(given)
        if (fault !== null) return fault
        const ts = nextTs()
        keep(channel, ts, given)
        return { ok: true, channel, ts, message: { type: 'message', ts, text: given['text'] ?? '' } }
      }
      case 'chat.update': {
        const ts = given['ts'] ?? ''
        if (!messages.some((one) => one.channel === channel && one.ts === ts))
          return { ok: false, error: 'message_not_found' }
        const fault = faultOf(given)
        if (fault === null) keep(channel, ts, given)
        return fault ?? { ok: true, channel, ts, text: given['text'] ?? '' }
      }
      case 'chat.postEphemeral': {
        if (!channels.has(channel)) return { ok: false, error: 'channel_not_found' }
        if (!person) return { ok: false, error: 'user_not_in_channel' }
        const fault = faultOf(given)
        if (fault === null) notices.push({ user: given['user'] ?? '', channel, drawn: drawnOf(given) })
        return fault ?? { ok: true, message_ts: nextTs() }
      }
      case 'views.open': {
        const view = JSON.parse(given['view'] ?? '{}') as JsonObject
        const faultsOfView = checkView(view)
        if (faultsOfView.length > 0)
          return { ok: false, error: 'invalid_arguments', response_metadata: { messages: [...faultsOfView] } }
        return played.openForm(given['trigger_id'] ?? '', view)
      }
      default:
        return { ok: false, error: 'unknown_method' }
    }
  }

  const takeApiCall = async (method: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
    calls.push({ method, at: performance.now(), arguments: given })
    if (faults.away) return void request.socket.destroy()
    if (refusals.left > 0) {
      refusals.left -= 1
      response.setHeader('retry-after', String(refusals.seconds))
      return reply(response, 429, { ok: false, error: 'ratelimited' })
    }
    const expected = method === 'apps.connections.open' ? appToken : botToken
    if (request.headers.authorization !== `Bearer ${expected}`)
      return reply(response, 200, { ok: false, error: 'invalid_auth' })
    const answered = answer(method, given)
    if (faults.withheld > 0 && method === 'chat.postMessage') {
      faults.withheld -= 1
      return
    }
    if (faults.loseNext && method === 'chat.postMessage') {
      faults.loseNext = false
      return void request.socket.destroy()
    }
    reply(response, 200, answered)
  }

  /** `response_url`. */
  const takeResponse = async (id: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await bodyOf(request)) as JsonObject
    if (faults.away) return void request.socket.destroy()
    const place = played.useResponseAddress(id)
    if (place === null) return reply(response, 404, { ok: false, error: 'used_url' })
    const given = {
      text: jsonText(body['text']),
      ...(body['blocks'] === undefined ? {} : { blocks: JSON.stringify(body['blocks']) }),
    }
    const fault = faultOf(given)
    if (fault !== null) return reply(response, 400, fault)
    if (body['replace_original'] === true) keep(place.channel, place.ts, given)
    else notices.push({ user: place.user, channel: place.channel, drawn: drawnOf(given) })
    reply(response, 200, { ok: true })
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const taken = path.startsWith('/api/')
      ? takeApiCall(path.slice('/api/'.length), request, response)
      : path.startsWith('/actions/')
        ? takeResponse(path.slice('/actions/'.length), request, response)
        : Promise.resolve(reply(response, 404, { ok: false }))
    taken.catch(() => request.socket.destroy())
  })
  // A client that uses a connection again must not meet its end: which of the two came first could not be known.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const upgrades = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) => {
    const ticket = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ticket') ?? ''
    if (faults.away || !tickets.delete(ticket)) return void stream.destroy()
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
      socket.on('message', (data) => {
        const { envelope_id: id } = JSON.parse(Buffer.from(data as Buffer).toString()) as { envelope_id?: string }
        waiting.get(id ?? '')?.()
      })
      socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.size, connection_info: { app_id: 'A1' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const sendOverSocket = async (type: string, payload: JsonObject): Promise<SlackFakeResponse> => {
    const socket = [...sockets].at(-1)
    if (socket === undefined) throw new Error('No connection of socket mode is open.')
    const id = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const acknowledged = new Promise<void>((resolve, reject) => {
      waiting.set(id, resolve)
      timer = setTimeout(() => reject(new Error('The envelope was not acknowledged.')), ACK_TIMEOUT_MS)
    })
    socket.send(JSON.stringify({ envelope_id: id, type, payload, accepts_response_payload: type === 'interactive' }))
    await acknowledged.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
    return { status: 200, body: '' }
  }
  const sendOverHttp = (type: string, payload: JsonObject): Promise<SlackFakeResponse> => {
    const [path, contentType, body] =
      type === 'interactive'
        ? [
            'interactivity',
            'application/x-www-form-urlencoded',
            new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
          ]
        : ['events', 'application/json', JSON.stringify(payload)]
    if (options.post === undefined) throw new Error('The fake was made without `post`.')
    return options.post(signSlackRequest({ path, contentType, body, signingSecret, at: Date.now() }))
  }
  const send = async (type: 'events_api' | 'interactive', payload: JsonObject): Promise<SlackFakeResponse> => {
    const from = performance.now()
    const response = await (options.post === undefined ? sendOverSocket : sendOverHttp)(type, payload)
    acknowledgements.push(performance.now() - from)
    return response
  }
  const played = createSlackFakePeople({ address, workspace, botUser, botId, nextTs, send, messageAt })

  function messageAt(channel: string, ts: string): SlackFakeMessage | null {
    return messages.find((one) => one.channel === channel && one.ts === ts) ?? null
  }

  return {
    ...played.people,
    url: `${address}/api/`,
    workspace,
    botToken,
    appToken,
    signingSecret,
    botUser,
    botId,
    messages: (channel) => messages.filter((one) => one.channel === channel),
    notices: () => notices,
    calls: () => calls,
    acknowledgements: () => acknowledgements,
    send,
    refuseNext(requests, retryAfterSeconds) {
      refusals.left = requests
      refusals.seconds = retryAfterSeconds
    },
    loseNextAnswer() {
      faults.loseNext = true
    },
    withholdAnswers(count) {
      faults.withheld = count
    },
    listening: () => sockets.size,
    drop() {
      for (const socket of sockets) socket.terminate()
    },
    refresh() {
      for (const socket of sockets) socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }))
    },
    away(away) {
      faults.away = away
    },
    async close() {
      for (const socket of sockets) socket.terminate()
      upgrades.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

function reply(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
