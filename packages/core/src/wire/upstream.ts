/**
 * The two ends of the gateway, as small ports. Transports implement them; the gateway knows no pipes and no sockets.
 */
import type { ServerIdentity } from '../call/call.ts'
import type { RequestId } from './json-rpc.ts'

/** One connection to one MCP server. */
export interface Upstream {
  readonly server: ServerIdentity
  /** Starts delivering what the server says. Called once, before the first `send`. */
  open(events: UpstreamEvents): void
  /** Sends one message. Delivery problems of requests arrive as `requestFailed`, never as exceptions. */
  send(message: UpstreamMessage): void
  /** Ends one request early where the transport can (an HTTP stream is closed); stdio clients notify instead. */
  abort(id: RequestId): void
  close(): Promise<void>
}

export interface UpstreamMessage {
  readonly text: string
  /** The original bytes where nothing was changed, so that nothing is encoded twice. */
  readonly bytes: Uint8Array | null
  readonly request: RequestInfo | null
}

/** What an HTTP transport must repeat in headers. */
export interface RequestInfo {
  readonly id: RequestId
  readonly method: string
  /** `params.name` or `params.uri`, for the `Mcp-Name` header of the stateless era. */
  readonly name: string | null
  /** `Mcp-Param-*` headers of the stateless era. */
  readonly headers: { readonly [name: string]: string }
}

export interface UpstreamEvents {
  /** `relatedTo`: the request on whose stream the message came, where the transport knows. */
  /** `notTaken`: an answer of a server that says, beside it, that it did not take the request. */
  message(text: string, bytes: Uint8Array | null, relatedTo: RequestId | null, notTaken?: boolean): void
  requestFailed(id: RequestId, failure: SendFailure): void
  closed(reason: string): void
}

/** `nothing-sent` is a proof, not a guess: it lets an approval be used again. Everything else may have happened. */
export interface SendFailure {
  readonly certainty: 'nothing-sent' | 'perhaps-sent' | 'refused'
  /** Beside `refused`: the way it was refused proves that nothing took effect. */
  readonly notTaken?: boolean
  readonly message: string
}

/** One connection of one client: where answers, requests and notifications for it go. */
export interface Downstream {
  /** The final answer to one request of the client. */
  answer(id: RequestId | null, text: string, bytes: Uint8Array | null): void
  /** Anything else. `relatedTo`: the client's request it belongs to; over HTTP it travels on that request's stream. */
  send(text: string, bytes: Uint8Array | null, relatedTo: RequestId | null): void
}
