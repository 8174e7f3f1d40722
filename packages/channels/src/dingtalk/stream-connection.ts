/**
 * The long connection over which DingTalk tells what people did. One attempt at a time, and after each that failed a longer pause,
 * up to a minute: a connection that breaks at once counts as failed, so that a platform which takes and drops
 * connections is not stormed. Understands frames and not what is in them.
 */
import { say } from '@holdpoint/core'
import type WebSocket from 'ws'
import { ChannelError } from '../channel.ts'
import type { ChannelHealth } from '../channel.ts'
import type { StreamTicket } from './dingtalk-api.ts'
import { asObject, textValue, parseObject } from './json-values.ts'
import type { UnknownObject } from './json-values.ts'

export interface StreamConnection {
  /** Resolves with the first connection, rejects with a `ChannelError` where the credentials are refused or it is closed before. */
  open(): Promise<void>
  close(): void
}

export interface StreamOptions {
  requestTicket(): Promise<StreamTicket>
  /** What is answered to a callback; where it rejects, DingTalk learns that it was not handled. */
  handle(callback: StreamCallback): Promise<UnknownObject>
  tell(state: ChannelHealth['state'], problem: string | null): void
  readonly pauses: StreamPauses
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

export interface StreamCallback {
  readonly topic: string
  readonly messageId: string
  readonly data: UnknownObject
}

export interface StreamPauses {
  /** Before the second attempt. It doubles from attempt to attempt. */
  readonly firstMs: number
  readonly mostMs: number
  /** Between two looks whether the other side is still there. */
  readonly heartbeatMs: number
}

/** A connection that held so long shows that the platform is well: the pauses begin anew. */
const HELD_LONG_MS = 30_000
/** After `disconnect` DingTalk is silent for ten seconds and then closes. */
const LEAVING_MS = 10_000
const REFUSED_AGAIN_MS = 600_000
const HANDSHAKE_MS = 10_000
const MOST_BYTES = 4 * 1024 * 1024

export function createStreamConnection(options: StreamOptions): StreamConnection {
  const { pauses, now, random } = options
  const sockets = new Set<WebSocket>()
  const timers = new Set<NodeJS.Timeout>()
  let current: WebSocket | null = null
  let busy = false
  let closed = false
  let failures = 0
  let first: { readonly resolve: () => void; readonly reject: (error: ChannelError) => void } | null = null

  function after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
    return timer
  }

  /** The only way to a new connection, so that no two attempts are ever under way. */
  function connectAfter(ms: number): void {
    if (closed || busy) return
    busy = true
    after(ms, () => void connect())
  }

  function nextPause(): number {
    const pause = Math.min(pauses.mostMs, pauses.firstMs * 2 ** Math.min(failures, 20))
    failures += 1
    return pause * (0.75 + random() / 2)
  }

  async function connect(): Promise<void> {
    let pause: number | null = null
    try {
      const { endpoint, ticket } = await options.requestTicket()
      if (closed) return
      const address = new URL(endpoint)
      address.searchParams.set('ticket', ticket)
      await connectTo(address)
    } catch (error) {
      pause = failed(error)
    } finally {
      busy = false
    }
    // A connection may have been lost again while this attempt still counted as one.
    if (current === null) pause ??= nextPause()
    if (pause !== null) connectAfter(pause)
  }

  /** How long to wait, or `null`: not again. */
  function failed(error: unknown): number | null {
    if (closed) return null
    if (error instanceof ChannelError && error.kind === 'refused') {
      options.tell('refused', error.message)
      if (first === null) return REFUSED_AGAIN_MS
      closed = true
      first.reject(error)
      first = null
      return null
    }
    // What else fails here may name the address, which has the ticket in it.
    const sentence =
      error instanceof ChannelError
        ? error.message
        : say('channelUnreachable', { platform: 'DingTalk', why: 'WebSocket' })
    options.tell('connecting', sentence)
    const least = error instanceof ChannelError ? error.retryAfterMs : 0
    return Math.max(nextPause(), least)
  }

  async function connectTo(address: URL): Promise<void> {
    const { WebSocket: Socket } = await import('ws')
    if (closed) return
    const socket = new Socket(address, { handshakeTimeout: HANDSHAKE_MS, maxPayload: MOST_BYTES })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('close', () => reject(new Error('closed')))
    })
    if (closed) socket.terminate()
    else keep(socket)
  }

  function keep(socket: WebSocket): void {
    const openedAt = now()
    let answered = true
    current = socket
    const heartbeat = setInterval(() => {
      if (!answered) return socket.terminate()
      answered = false
      socket.ping()
    }, pauses.heartbeatMs)
    socket.on('pong', () => (answered = true))
    socket.on('message', (data) => {
      answered = true
      receive(socket, (data as Buffer).toString())
    })
    socket.once('close', () => {
      clearInterval(heartbeat)
      if (now() - openedAt >= HELD_LONG_MS) failures = 0
      lose(socket)
    })
    options.tell('connected', null)
    first?.resolve()
    first = null
  }

  function lose(socket: WebSocket): void {
    if (current !== socket) return
    current = null
    if (closed) return
    options.tell('connecting', say('channelLost', { platform: 'DingTalk' }))
    if (!busy) connectAfter(nextPause())
  }

  function receive(socket: WebSocket, text: string): void {
    const frame = parseObject(text)
    const headers = asObject(frame['headers'])
    const topic = textValue(headers['topic']) ?? ''
    const messageId = textValue(headers['messageId']) ?? ''
    if (frame['type'] === 'SYSTEM') {
      if (topic === 'ping') answer(socket, messageId, 200, frame['data'])
      // What is being answered on the old connection is still answered there.
      if (topic === 'disconnect') {
        lose(socket)
        after(LEAVING_MS, () => socket.close())
      }
      return
    }
    if (frame['type'] !== 'CALLBACK' || messageId === '') return
    options.handle({ topic, messageId, data: parseObject(frame['data']) }).then(
      (response) => answer(socket, messageId, 200, JSON.stringify({ response })),
      () => answer(socket, messageId, 500, JSON.stringify({ response: {} })),
    )
  }

  return {
    open() {
      if (closed) return Promise.reject(new ChannelError('refused', say('channelClosed', { platform: 'DingTalk' })))
      options.tell('connecting', null)
      return new Promise((resolve, reject) => {
        first = { resolve, reject }
        connectAfter(0)
      })
    },
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const socket of sockets) socket.terminate()
      first?.reject(new ChannelError('refused', say('channelClosed', { platform: 'DingTalk' })))
      first = null
    },
  }
}

function answer(socket: WebSocket, messageId: string, code: number, data: unknown): void {
  if (socket.readyState !== socket.OPEN) return
  const headers = { contentType: 'application/json', messageId }
  socket.send(JSON.stringify({ code, headers, message: code === 200 ? 'OK' : 'internal error', data }), () => {})
}
