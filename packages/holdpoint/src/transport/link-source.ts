/** What an HTTP front needs of the gateway behind it. */
import type { ClientMessage, Downstream, RequestId } from '@holdpoint/core'

/** Who calls, established by the server's own means. */
export interface HttpFrontCaller {
  readonly tenant: string
  readonly principal: string
  /** The holder of the key is trusted to pass on what a person answered. */
  readonly relaysAPerson: boolean
}

/** What the front needs of the gateway: links to the upstream of one server. */
export interface LinkSource {
  /** A connection of its own, for one session of the session era; `null`: this caller has as many as it may. */
  openSession(caller: HttpFrontCaller, downstream: Downstream, session: OpeningSession): SessionLink | null
  /** One exchange of the stateless era. */
  openExchange(caller: HttpFrontCaller, downstream: Downstream, headers: { readonly [name: string]: string }): FrontLink
}

export interface OpeningSession {
  readonly id: string
  /** Whether a request of it is unanswered, or a client listens. */
  isUsed(): boolean
}

export interface FrontLink {
  receive(message: ClientMessage, bytes: Uint8Array | null): void
  leave(request: RequestId | null): void
  abandon(): void
}

export interface SessionLink extends FrontLink {
  readonly closed: Promise<void>
  close(): Promise<void>
}
