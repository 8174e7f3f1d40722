/** One client request that waits for an answer of ours: how to answer it, and whether it is still there. */
import type { Era, RequestId } from '@holdpoint/core'
import type { Connection } from './connection.ts'

export interface Caller {
  readonly id: RequestId
  readonly era: Era
  readonly connection: Connection
  readonly hasOutputSchema: boolean
  readonly progressToken: RequestId | null
  /** `_meta` of the request as JSON, or `null` where it sent none. */
  readonly metaText: string | null
  /** Members of the next round (`inputResponses`, `requestState`) as JSON members, or `null`. */
  readonly round: CallerRound | null
  readonly headers: { readonly [name: string]: string }
  readonly gone: boolean
  onGone(listener: () => void): void
  /** Answers with a result, given as JSON. Answers whether it was written to a request that still waited. */
  reply(resultJson: string): boolean
  replyError(code: number, message: string): boolean
  /** Relays an error of the upstream as it is, given as JSON. */
  relayError(errorJson: string): boolean
  /** Something about the request while it is worked on, as the client must see it. */
  relay(text: string): void
  heartbeat(count: number, message: string): void
}

/** What a client adds when it answers an upstream's `input_required`. */
export interface CallerRound {
  readonly state: string
  readonly membersText: string
}
