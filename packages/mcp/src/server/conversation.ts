/**
 * One client of a server, as the engine sees both: the SDK's server is the upstream, in this process, and the client's transport is the way down. Made for the first call
 * that may have to be asked; messages that need no engine never come here.
 */
import { isJsonObject, readClientMessage } from '@holdpoint/core'
import type { ClientMessage, JsonObject, RequestId, Upstream, UpstreamEvents, UpstreamMessage } from '@holdpoint/core'
import type { Link } from '@holdpoint/gateway'
import { inProcessServer } from '../engine/engine.ts'
import type { Engine } from '../engine/engine.ts'
import { authorWords, runUndo, UNDO_PREFIX, undoDefinitions } from './author-words.ts'
import type { ConfirmedTools } from './confirmed-entry.ts'
import type { ProtocolMessage, SendOptions } from './sdk-server.ts'

export interface ConversationOptions {
  readonly engine: Engine
  readonly tools: ConfirmedTools
  readonly principal: string
  readonly session: string
  /** The client's `initialize`; `null`: it never sent one. */
  readonly introduced: ProtocolMessage | null
  /** Hands a message to the SDK's server. */
  readonly toServer: (message: ProtocolMessage) => void
  /** Sends a message to the client. */
  readonly toClient: (message: ProtocolMessage, options?: SendOptions) => void
}

export interface Conversation {
  /** Rejects what cannot be read: nothing ran, and nobody was asked. */
  fromClient(message: ProtocolMessage): Promise<void>
  /** What the server says; `false`: it answers nothing of ours, and belongs to the client. */
  fromServer(message: ProtocolMessage, related: RequestId | null): boolean
  /** The client is gone. */
  end(): void
}

export function createConversation(options: ConversationOptions): Conversation {
  const { engine, tools } = options
  /** Requests that the engine sent to the server and that it has not answered, by the names that the server knows. */
  const forwarded = new Map<RequestId, { readonly method: string; readonly id: RequestId }>()
  let events: UpstreamEvents | null = null

  const upstream: Upstream = {
    server: inProcessServer(engine.server),
    open(given) {
      events = given
    },
    send: (message) => send(message),
    abort: () => {},
    close: async () => {},
  }

  function send({ text, request }: UpstreamMessage): void {
    const message = JSON.parse(text) as ProtocolMessage
    if (request === null) return options.toServer(cancelling(message))
    if (request.method === 'tools/call') {
      const name = request.name ?? ''
      if (name.startsWith(UNDO_PREFIX)) return undo(request.id, name, message)
    }
    // A client chooses its ids, and its other calls reach the server under them: nothing is released under such a name.
    const id = connected.connection.isOwnId(request.id) ? request.id : connected.connection.nextOwnId()
    if (request.method === 'tools/call') {
      tools.released.set(id, { tool: request.name ?? '', hold: engine.approvedHold(message), by: 'engine' })
    }
    forwarded.set(id, { method: request.method, id: request.id })
    options.toServer({ ...message, id })
  }

  /** Where a client gives up a request that the server knows under another name. */
  function cancelling(message: ProtocolMessage): ProtocolMessage {
    if (message.method !== 'notifications/cancelled') return message
    const [given] = [...forwarded].find(([, { id }]) => id === message.params?.['requestId']) ?? []
    return given === undefined ? message : { ...message, params: { ...message.params, requestId: given } }
  }

  function undo(id: RequestId, name: string, { params }: ProtocolMessage): void {
    const given = isJsonObject(params?.['arguments'] as never) ? (params?.['arguments'] as JsonObject) : {}
    runUndo(tools, name, given).then(
      (result) => answered({ jsonrpc: '2.0', id, result }),
      (error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        answered({ jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text }] } })
      },
    )
  }

  function answered(message: object): void {
    events?.message(JSON.stringify({ jsonrpc: '2.0', ...message }), null, null)
  }

  const connected = engine.gateway.connect(upstream, {
    tenant: engine.tenant,
    sign: engine.sign,
    authored: authorWords(tools),
  })
  const link: Link = connected.open({
    downstream: {
      answer: (_id, text) => options.toClient(JSON.parse(text) as ProtocolMessage),
      send: (text, _bytes, related) =>
        options.toClient(JSON.parse(text) as ProtocolMessage, related === null ? {} : { relatedRequestId: related }),
    },
    origin: {
      tenant: engine.tenant,
      principal: options.principal,
      session: options.session,
      relaysAPerson: true,
    },
    introduced: introduction(options.introduced),
  })

  return {
    fromClient: async (message) =>
      link.receive(readClientMessage(JSON.stringify({ jsonrpc: '2.0', ...message })), null),
    fromServer(message, related) {
      if (message.method === undefined) {
        const id = message.id ?? null
        const sent = id === null ? undefined : forwarded.get(id)
        if (id === null || sent === undefined) return false
        forwarded.delete(id)
        // A tool that never ran leaves nothing that could run later.
        tools.released.delete(id)
        const isEngines = sent.method === 'tools/list' && connected.connection.isOwnId(sent.id)
        answered({ ...(isEngines ? withUndos(message) : message), id: sent.id })
        return true
      }
      const about = related === null ? undefined : forwarded.get(related)
      if (about === undefined) return false
      events?.message(JSON.stringify(message), null, about.id)
      return true
    },
    end() {
      link.leave(null)
      events?.closed('the connection was closed')
      for (const id of forwarded.keys()) tools.released.delete(id)
    },
  }

  /** For the engine alone, which looks up every call that it makes: in no list of a client. */
  function withUndos(message: ProtocolMessage): object {
    const listed = message.result?.['tools']
    if (!Array.isArray(listed)) return message
    return { ...message, result: { ...message.result, tools: [...(listed as unknown[]), ...undoDefinitions(tools)] } }
  }
}

function introduction(message: ProtocolMessage | null): (ClientMessage & { readonly kind: 'request' }) | null {
  const read = message === null ? null : readClientMessage(JSON.stringify(message))
  return read?.kind === 'request' ? read : null
}
