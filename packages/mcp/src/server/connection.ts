/**
 * What stands between an SDK's server and one transport. Everything passes through untouched, except calls of confirmed tools, lists in which those stand, and what clients that draw
 * views need of our card. It judges nothing: calls go to the engine, or to the service.
 */
import type { ConfirmedTools } from './confirmed-entry.ts'
import type { Conversation } from './conversation.ts'
import type { ListRewriter } from './listed-tools.ts'
import { drawsViews } from './own-parts.ts'
import type { OwnParts } from './own-parts.ts'
import type { MessageExtra, ProtocolMessage, SendOptions, TransportLike } from './sdk-server.ts'
import { isOfItsOwn } from './who-calls.ts'

/** What becomes of a call of a confirmed tool. */
export interface ConnectionOptions {
  readonly tools: ConfirmedTools
  readonly rewrite: ListRewriter
  readonly own: OwnParts
  /** Whether a gateway in front says, signed, that a person approved this very call. */
  readonly approvedInFront: (message: ProtocolMessage) => string | null
  readonly converse: (about: Converse) => Promise<Conversation>
  readonly log: (message: string) => void
}

export interface Converse {
  readonly extra: MessageExtra | undefined
  readonly message: ProtocolMessage
  readonly transportSession: string | undefined
  readonly introduced: ProtocolMessage | null
  readonly toServer: (message: ProtocolMessage) => void
  readonly toClient: (message: ProtocolMessage, options?: SendOptions) => void
}

type Id = string | number

/** Beyond these, the oldest that lead no call end: what is approved there later runs when it is called again. */
const MOST_CONVERSATIONS = 200

export function interceptTransport(transport: TransportLike, options: ConnectionOptions): void {
  const { tools, rewrite } = options
  const start = transport.start.bind(transport)
  const send = transport.send.bind(transport)
  const opened = new Set<Conversation>()
  const lists = new Set<Id>()
  /** Requests in which a client says what it can do; whether it draws views. */
  const introductions = new Map<Id, boolean>()
  /** Requests that are led from here, and by whom. */
  const calls = new Map<Id, Promise<Conversation>>()
  /** Requests that run by the word of a gateway, and that the server has not answered. */
  const passed = new Set<Id>()
  let inner: TransportLike['onmessage']
  let introduced: ProtocolMessage | null = null
  /** Of all messages that do not say by themselves who sent them. */
  let shared: Promise<Conversation> | null = null
  let isClosed = false

  transport.start = () => {
    inner = transport.onmessage
    const closed = transport.onclose
    transport.onmessage = fromClient
    isClosed = false
    transport.onclose = () => {
      isClosed = true
      shared = null
      for (const conversation of opened) conversation.end()
      opened.clear()
      for (const id of passed) tools.released.delete(id)
      passed.clear()
      closed?.()
    }
    return start()
  }
  transport.send = fromServer

  function fromClient(message: ProtocolMessage, extra?: MessageExtra): void {
    const { id, method } = message
    if (method === undefined) return answered(message, extra)
    if (id === undefined || id === null) return notified(message, extra)
    if (options.own.areAskedBy(message, introduced)) return led(message, id, extra)
    switch (method) {
      case 'initialize':
        introduced = message
        introductions.set(id, drawsViews(message, message))
        break
      case 'server/discover':
        introductions.set(id, drawsViews(message, null))
        break
      case 'tools/list':
        lists.add(id)
        break
      case 'tools/call':
        if (tools.entries.has(String(message.params?.['name']))) return called(message, id, extra)
        break
      default:
    }
    inner?.(message, extra)
  }

  function called(message: ProtocolMessage, id: Id, extra: MessageExtra | undefined): void {
    const tool = String(message.params?.['name'])
    const hold = options.approvedInFront(message)
    if (hold !== null) {
      tools.released.set(id, { tool, hold, by: 'gateway' })
      passed.add(id)
      inner?.(message, extra)
      return
    }
    led(message, id, extra)
  }

  function led(message: ProtocolMessage, id: Id, extra: MessageExtra | undefined): void {
    const conversation = conversationFor(message, extra)
    calls.set(id, conversation)
    conversation
      .then(async (leads) => {
        if (!isClosed) await leads.fromClient(message)
      })
      .catch((error: unknown) => {
        calls.delete(id)
        options.log(
          `${message.method} could not be answered: ${error instanceof Error ? error.message : String(error)}`,
        )
        if (message.method !== 'tools/call') return inner?.(message, extra)
        const text = `${String(message.params?.['name'])} did not run: nobody could be asked. Tell the user; do not retry.`
        toClient({ id, result: { isError: true, content: [{ type: 'text', text }] } })
      })
  }

  /** What runs sees the request that asked for it: one that says who sent it shares its conversation with no other. */
  function conversationFor(message: ProtocolMessage, extra: MessageExtra | undefined): Promise<Conversation> {
    const isShared = extra === undefined || !isOfItsOwn(extra)
    if (isShared && shared !== null) return shared
    const opening = options.converse({
      extra,
      message,
      transportSession: transport.sessionId,
      introduced,
      toServer: (forwarded) => inner?.(forwarded, extra),
      toClient,
    })
    if (isShared) shared = opening
    opening.then(
      (conversation) => keep(conversation),
      () => {
        if (shared === opening) shared = null
      },
    )
    return opening
  }

  function keep(conversation: Conversation): void {
    // The client left while it was opened.
    if (isClosed) return conversation.end()
    opened.add(conversation)
    if (opened.size > MOST_CONVERSATIONS) void endOldest().catch(() => {})
  }

  async function endOldest(): Promise<void> {
    const leading = await Promise.allSettled([...calls.values(), ...(shared === null ? [] : [shared])])
    const busy = new Set(leading.map((found) => (found.status === 'fulfilled' ? found.value : null)))
    const oldest = [...opened].find((conversation) => !busy.has(conversation))
    if (oldest === undefined || opened.size <= MOST_CONVERSATIONS) return
    opened.delete(oldest)
    oldest.end()
  }

  /** A cancelled call of ours ends its wait; the server knows nothing of it. */
  function notified(message: ProtocolMessage, extra: MessageExtra | undefined): void {
    const leads =
      message.method === 'notifications/cancelled' ? calls.get(message.params?.['requestId'] as Id) : undefined
    if (leads !== undefined) return void leads.then((conversation) => conversation.fromClient(message)).catch(() => {})
    // What was given up before it began does not begin.
    if (message.method === 'notifications/cancelled') forget(message.params?.['requestId'] as Id)
    inner?.(message, extra)
  }

  function forget(id: Id): void {
    if (passed.delete(id)) tools.released.delete(id)
  }

  /** Answers to questions of ours go to whoever asked; ids of ours are unguessable. */
  function answered(message: ProtocolMessage, extra: MessageExtra | undefined): void {
    if (typeof message.id !== 'string' || !message.id.startsWith('holdpoint-')) return inner?.(message, extra)
    for (const conversation of opened) conversation.fromClient(message).catch(() => {})
  }

  async function fromServer(message: ProtocolMessage, sendOptions?: SendOptions): Promise<void> {
    const related = sendOptions?.relatedRequestId ?? null
    for (const conversation of opened) if (conversation.fromServer(message, related)) return
    const { id } = message
    if (id !== undefined && id !== null && message.method === undefined) {
      forget(id)
      if (lists.delete(id)) return await send(rewrite.list(message), sendOptions)
      const views = introductions.get(id)
      introductions.delete(id)
      if (views !== undefined) return await send(options.own.withCapabilities(message, views), sendOptions)
    }
    await send(message, sendOptions)
  }

  function toClient(message: ProtocolMessage, sendOptions?: SendOptions): void {
    if (message.method === undefined && message.id !== undefined && message.id !== null) calls.delete(message.id)
    send({ jsonrpc: '2.0', ...message } as ProtocolMessage, sendOptions).catch((error: unknown) =>
      options.log(`a client could not be told: ${String(error)}`),
    )
  }
}
