/**
 * The seat between an SDK's server and one transport. Everything passes through untouched, except calls of confirmed tools, lists in which those stand, and what clients that draw
 * views need of our card. It judges nothing: calls go to the engine, or to the service.
 */
import type { ConfirmedTools } from './confirmed-entry.ts'
import type { Conversation } from './conversation.ts'
import type { ListRewriter } from './listed-tools.ts'
import { drawsViews } from './own-parts.ts'
import type { OwnParts } from './own-parts.ts'
import type { MessageExtra, ProtocolMessage, SendOptions, TransportLike } from './sdk-server.ts'

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

export function takeSeat(transport: TransportLike, options: ConnectionOptions): void {
  const { tools, rewrite } = options
  const start = transport.start.bind(transport)
  const send = transport.send.bind(transport)
  const conversations = new Map<string, Promise<Conversation>>()
  const opened: Conversation[] = []
  const lists = new Set<Id>()
  /** Requests in which a client says what it can do; whether it draws views. */
  const introductions = new Map<Id, boolean>()
  /** Requests that are led from here, and by whom. */
  const calls = new Map<Id, Promise<Conversation>>()
  let inner: TransportLike['onmessage']
  let introduced: ProtocolMessage | null = null

  transport.start = () => {
    inner = transport.onmessage
    const closed = transport.onclose
    transport.onmessage = fromClient
    transport.onclose = () => {
      for (const conversation of opened) conversation.end()
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
      inner?.(message, extra)
      return
    }
    led(message, id, extra)
  }

  function led(message: ProtocolMessage, id: Id, extra: MessageExtra | undefined): void {
    const conversation = conversationFor(message, extra)
    calls.set(id, conversation)
    conversation.then(
      (leads) => leads.fromClient(message),
      (error: unknown) => {
        calls.delete(id)
        options.log(
          `${message.method} could not be answered: ${error instanceof Error ? error.message : String(error)}`,
        )
        if (message.method !== 'tools/call') return inner?.(message, extra)
        const text = `${String(message.params?.['name'])} did not run: nobody could be asked. Tell the user; do not retry.`
        toClient({ id, result: { isError: true, content: [{ type: 'text', text }] } })
      },
    )
  }

  function conversationFor(message: ProtocolMessage, extra: MessageExtra | undefined): Promise<Conversation> {
    // Two people's calls on one connection are two conversations.
    const key = JSON.stringify(extra?.authInfo?.clientId ?? null)
    const known = conversations.get(key)
    if (known !== undefined) return known
    const opening = options.converse({
      extra,
      message,
      transportSession: transport.sessionId,
      introduced,
      toServer: (forwarded) => inner?.(forwarded, extra),
      toClient,
    })
    conversations.set(key, opening)
    opening.then(
      (conversation) => opened.push(conversation),
      () => conversations.delete(key),
    )
    return opening
  }

  /** A cancelled call of ours ends its wait; the server knows nothing of it. */
  function notified(message: ProtocolMessage, extra: MessageExtra | undefined): void {
    const leads =
      message.method === 'notifications/cancelled' ? calls.get(message.params?.['requestId'] as Id) : undefined
    if (leads === undefined) inner?.(message, extra)
    else void leads.then((conversation) => conversation.fromClient(message)).catch(() => {})
  }

  /** Answers to questions of ours go to whoever asked; ids of ours are unguessable. */
  function answered(message: ProtocolMessage, extra: MessageExtra | undefined): void {
    if (typeof message.id !== 'string' || !message.id.startsWith('holdpoint-')) return inner?.(message, extra)
    for (const conversation of opened) conversation.fromClient(message)
  }

  async function fromServer(message: ProtocolMessage, sendOptions?: SendOptions): Promise<void> {
    const related = sendOptions?.relatedRequestId ?? null
    if (opened.some((conversation) => conversation.fromServer(message, related))) return
    const { id } = message
    if (id !== undefined && id !== null && message.method === undefined) {
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
