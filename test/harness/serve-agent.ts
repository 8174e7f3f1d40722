/**
 * An agent over Streamable HTTP without any SDK, in both protocol eras: raw messages out, raw messages in, so that what
 * the gateway adds or loses shows.
 */
import type { IncomingMessage } from 'node:http'
import { open, readAll, readEvents, send } from './serve-http.ts'
import type { Reply } from './serve-http.ts'
import { TOKENS } from './serve-harness.ts'

export const ERAS = ['2025', '2026'] as const
export type WireEra = (typeof ERAS)[number]

export const STATELESS = '2026-07-28'
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

export interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
  readonly result?: ToolResult
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Results of all methods, as far as the tests read them. */
export interface ToolResult {
  readonly [name: string]: unknown
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly isError?: boolean
  readonly tools?: readonly { readonly name: string }[]
  readonly _meta?: { readonly [name: string]: unknown }
}

export interface Exchange {
  readonly status: number
  /** The answer to the request, parsed and as it came. */
  readonly answer: Message
  readonly text: string
  /** What came on the same stream before the answer. */
  readonly before: readonly Message[]
}

export interface Asking {
  readonly meta?: { readonly [name: string]: unknown }
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
  readonly onMessage?: (message: Message) => void
}

export interface Agent {
  readonly era: WireEra
  readonly session: string | null
  ask(method: string, params?: object, asking?: Asking): Promise<Exchange>
  call(tool: string, args?: object, asking?: Asking): Promise<Exchange>
  notify(method: string, params?: object): Promise<Reply>
  respond(id: string | number, result: object): Promise<Reply>
  /** The standing stream of the session era, once it is open. */
  listen(): Promise<AsyncGenerator<Message>>
  end(): Promise<Reply>
}

export interface AgentOptions {
  readonly era: WireEra
  readonly server?: string
  readonly token?: string | null
  readonly client?: string
  readonly capabilities?: object
}

export async function connectAgent(base: string, options: AgentOptions): Promise<Agent> {
  const { era, server = 'ledger', token = TOKENS.agent, client = 'raw', capabilities = {} } = options
  const path = `/mcp/${server}`
  let session: string | null = null
  let count = 0

  function headersFor(method: string | null, params: { readonly name?: unknown }): { [name: string]: string } {
    const accept = 'application/json, text/event-stream'
    if (era === '2025') {
      return session === null ? { accept } : { accept, 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }
    }
    return {
      accept,
      'mcp-protocol-version': STATELESS,
      ...(method === null ? {} : { 'mcp-method': method }),
      ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    }
  }

  const envelope =
    era === '2025'
      ? {}
      : { [VERSION_KEY]: STATELESS, [CLIENT_KEY]: { name: client, version: '1' }, [CAPABILITIES_KEY]: capabilities }

  async function ask(method: string, params: object = {}, asking: Asking = {}): Promise<Exchange> {
    const id = ++count
    const meta = { ...envelope, ...asking.meta }
    const sent = Object.keys(meta).length === 0 ? params : { ...params, _meta: meta }
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: sent })
    const headers = { ...headersFor(method, params), ...asking.headers }
    const signal = asking.signal === undefined ? {} : { signal: asking.signal }
    const { response } = await open(base, path, { method: 'POST', token, headers, body, ...signal })
    if (method === 'initialize') session = (response.headers['mcp-session-id'] as string | undefined) ?? null
    const status = response.statusCode ?? 0
    if (!(response.headers['content-type'] ?? '').startsWith('text/event-stream')) {
      const text = await readAll(response)
      return { status, answer: JSON.parse(text) as Message, text, before: [] }
    }
    const before: Message[] = []
    for await (const text of readEvents(response)) {
      const message = JSON.parse(text) as Message
      if (message.method === undefined && message.id === id) return { status, answer: message, text, before }
      before.push(message)
      asking.onMessage?.(message)
    }
    throw new Error('The stream ended without an answer.')
  }

  async function post(message: object): Promise<Reply> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return await send(base, path, { method: 'POST', token, headers: headersFor(null, {}), body })
  }

  const agent: Agent = {
    era,
    get session() {
      return session
    },
    ask,
    call: (tool, args = {}, asking = {}) => ask('tools/call', { name: tool, arguments: args }, asking),
    notify: (method, params = {}) => post({ method, params }),
    respond: (id, result) => post({ id, result }),
    async listen() {
      const { response } = await open(base, path, {
        token,
        headers: { ...headersFor(null, {}), accept: 'text/event-stream' },
      })
      if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`)
      return messagesOf(response)
    },
    end: () => send(base, path, { method: 'DELETE', token, headers: headersFor(null, {}) }),
  }
  if (era === '2025') {
    const clientInfo = { name: client, version: '1' }
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })
    await agent.notify('notifications/initialized')
  }
  return agent
}

async function* messagesOf(response: IncomingMessage): AsyncGenerator<Message> {
  for await (const text of readEvents(response)) yield JSON.parse(text) as Message
}

/** The id of the hold that an envelope names. */
export function heldAs(exchange: Exchange): string {
  const id = exchange.answer.result?.structuredContent?.['approval_id']
  if (typeof id !== 'string') throw new Error(`This is no envelope: ${exchange.text}`)
  return id
}

export function firstText(exchange: Exchange): string | undefined {
  return exchange.answer.result?.content?.[0]?.text
}

export function errorCode(exchange: Exchange): unknown {
  const error = exchange.answer.result?.structuredContent?.['error']
  return (error as { readonly code?: unknown } | undefined)?.code
}
