/**
 * What is used of a server and its transport: the public interface that both lines of the SDK have. Nothing of an SDK is imported, so an author's version is the only one
 * there is.
 */

/** An `McpServer` of either line. */
export interface McpServerLike {
  readonly server: ConnectableServer
  registerTool(name: string, config: never, callback: never): unknown
}

/** The protocol's own server, beneath `McpServer`; `McpServer.connect` goes through it. */
export interface ConnectableServer {
  connect(transport: never): Promise<void>
}

/** A message as the SDK's transports hand it over: parsed. */
export interface ProtocolMessage {
  readonly jsonrpc?: '2.0'
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: { readonly code: number; readonly message: string }
}

/** Who sent a request, as far as its transport knows. */
export interface MessageExtra {
  readonly authInfo?: { readonly clientId?: unknown; readonly [name: string]: unknown }
  /** Of HTTP alone: v1 and v2. */
  readonly requestInfo?: WithHeaders
  readonly request?: WithHeaders
}

interface WithHeaders {
  readonly headers?: Headers | { readonly [name: string]: unknown }
}

export interface SendOptions {
  readonly relatedRequestId?: string | number
}

export interface TransportLike {
  onmessage?: ((message: ProtocolMessage, extra?: MessageExtra) => void) | undefined
  onclose?: (() => void) | undefined
  start(): Promise<void>
  send(message: ProtocolMessage, options?: SendOptions): Promise<void>
  readonly sessionId?: string | undefined
}

/** The context that an SDK hands to a tool: v2 has `mcpReq`, v1 has its members at the top. */
export interface SdkContext {
  readonly mcpReq?: { readonly id?: unknown; readonly signal?: AbortSignal }
  readonly requestId?: unknown
  readonly signal?: AbortSignal
}

/** The id of the request that a tool runs for. */
export function requestIdOf(context: SdkContext): string | number | null {
  const id = context.mcpReq === undefined ? context.requestId : context.mcpReq.id
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

export function signalOf(context: SdkContext): AbortSignal | null {
  return context.mcpReq?.signal ?? context.signal ?? null
}
