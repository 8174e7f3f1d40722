/**
 * One request that goes on to the server as it came, until its answer leaves. What is written for its record is written while
 * the server works, and its answer waits for that; it refuses to let an answer leave before its record is safe.
 *
 * A class, and its fields are emptied at the end: tables of open requests that the engine has outgrown still point here, and
 * whatever hangs on it would be carried into the old generation, call after call.
 */
import type { JsonObject, RecordDraft, RequestId, SendFailure } from '@holdpoint/core'
import type { AuditTrail, Commit, RecordWaiter } from './audit-trail.ts'
import type { Exchange } from './upstream-connection.ts'
import type { InFlight } from './in-flight.ts'
import { failureText } from './request-parts.ts'
import type { UpstreamSaid } from './upstream-answer.ts'

/** What the link does with what comes back. */
export interface RelayEnds {
  readonly trail: Pick<AuditTrail, 'appendFor'>
  replied(id: RequestId, flying: InFlight, message: JsonObject, text: string, bytes: Uint8Array | null): void
  reply(id: RequestId, flying: InFlight, text: string, bytes: Uint8Array | null): void
  fail(id: RequestId, flying: InFlight, message: string): void
  related(id: RequestId, said: UpstreamSaid, text: string, bytes: Uint8Array | null): boolean
}

export type RewriteAnswer = (message: JsonObject, text: string) => Promise<string>

export class RelayedRequest implements Exchange, RecordWaiter {
  readonly #ends: RelayEnds
  readonly #id: RequestId
  #flying: InFlight | null
  #record: (() => RecordDraft) | null
  #rewrite: RewriteAnswer | null
  /** `null` while the record is on its way. */
  #commit: Commit | null
  #message: JsonObject | null = null
  #text: string | null = null
  #bytes: Uint8Array | null = null

  /** `record`: `null` where it is committed already. */
  constructor(
    ends: RelayEnds,
    id: RequestId,
    flying: InFlight,
    record: (() => RecordDraft) | null,
    rewrite: RewriteAnswer | null,
  ) {
    this.#ends = ends
    this.#id = id
    this.#flying = flying
    this.#record = record
    this.#rewrite = rewrite
    this.#commit = record === null ? 'committed' : null
  }

  /** The request is about to leave: the record is written right after it. */
  leaving(): void {
    if (this.#record !== null) process.nextTick(writeRecord, this)
  }

  /** Also of a request that has failed meanwhile: it was sent. */
  writeRecord(): void {
    const record = this.#record
    this.#record = null
    if (record !== null) this.#ends.trail.appendFor(record(), this)
  }

  recorded(commit: Commit): void {
    this.#commit = commit
    if (this.#text !== null) this.#deliver()
  }

  answered(message: JsonObject, text: string, bytes: Uint8Array | null): void {
    const rewrite = this.#rewrite
    if (rewrite === null) return this.#take(message, text, bytes)
    rewrite(message, text).then(
      (rewritten) => this.#take(null, rewritten, null),
      (error: unknown) => this.#fail(`the tool list could not be read: ${String(error)}`),
    )
  }

  failed(failure: SendFailure): void {
    this.#fail(failureText(failure))
  }

  related(said: UpstreamSaid, text: string, bytes: Uint8Array | null): boolean {
    return this.#ends.related(this.#id, said, text, bytes)
  }

  #take(message: JsonObject | null, text: string, bytes: Uint8Array | null): void {
    this.#message = message
    this.#text = text
    this.#bytes = bytes
    if (this.#commit !== null) this.#deliver()
  }

  #deliver(): void {
    const flying = this.#flying
    const message = this.#message
    const text = this.#text
    const bytes = this.#bytes
    this.#letGo()
    if (flying === null || text === null) return
    if (message === null) this.#ends.reply(this.#id, flying, text, bytes)
    else if (this.#commit !== 'refused') this.#ends.replied(this.#id, flying, message, text, bytes)
    else
      this.#ends.fail(this.#id, flying, 'STORE_UNAVAILABLE: the audit log cannot be written, and its buffer is full.')
  }

  #fail(message: string): void {
    const flying = this.#flying
    this.#letGo()
    if (flying !== null) this.#ends.fail(this.#id, flying, message)
  }

  #letGo(): void {
    this.#flying = null
    this.#rewrite = null
    this.#message = null
    this.#text = null
    this.#bytes = null
  }
}

function writeRecord(request: RelayedRequest): void {
  request.writeRecord()
}
