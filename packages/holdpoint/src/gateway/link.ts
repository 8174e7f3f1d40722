/**
 * One client connection against one upstream connection. Parses each message once, touches only what it must
 * (`tools/list`, `tools/call`), forwards the rest byte for byte, and records every client request.
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  META_CLIENT_INFO,
  eraOf,
  errorText,
  isJsonObject,
  locateMember,
  metaOf,
  notificationText,
  recordDraft,
  replaceMember,
  resultText,
} from '@holdpoint/core'
import type {
  ClientIdentity,
  ClientMessage,
  Downstream,
  JsonObject,
  JsonValue,
  RecordDraft,
  RequestId,
} from '@holdpoint/core'
import { answer } from './answer-caller.ts'
import type { AuditTrail, Commit } from './audit-trail.ts'
import type { Caller } from './caller.ts'
import type { Connection, Exchange } from './connection.ts'
import { readToolCallParams, storeUnavailable } from './gate.ts'
import type { CallOrigin, Gate, Passage } from './gate.ts'
import type { HoldKeeper } from './hold-keeper.ts'
import { imitatesEnvelope, imitatesUs, markAsServersWords, stripOurMeta } from './hold-meta.ts'
import type { IdNames } from './id-names.ts'
import type { CatalogEntry } from './tool-catalog.ts'
import { failureText, metaText, nameOf, roundOf } from './request-parts.ts'
import type { Request } from './request-parts.ts'
import type { ToolDesk } from './tool-desk.ts'
import type { UpstreamSaid } from './upstream-answer.ts'

export interface LinkOptions {
  readonly connection: Connection
  readonly downstream: Downstream
  readonly gate: Gate
  readonly keeper: () => Promise<HoldKeeper>
  readonly tools: ToolDesk
  readonly trail: AuditTrail
  readonly origin: { readonly tenant: string; readonly principal: string; readonly session: string }
  /** Shared connections give each request a name of its own upstream; others keep the client's ids. */
  readonly names: IdNames
  /** `Mcp-Param-*` headers that came with the current request, for HTTP fronts. */
  readonly headers: () => { readonly [name: string]: string }
  /** What is wrong with arguments that the request's headers must repeat; always `null` where there are no headers. */
  readonly checkArguments: (
    sent: JsonObject,
    inputSchema: JsonObject,
  ) => { readonly code: number; readonly message: string } | null
  readonly log: (message: string) => void
}

export interface Link {
  receive(message: ClientMessage, bytes: Uint8Array | null): void
  /** The request that something of the upstream belongs to, as far as it can be told; `null`: none. */
  ownerOf(said: UpstreamSaid): RequestId | null
  readonly client: ClientIdentity
  /** The client went away, or gave up on this one request. */
  leave(request: RequestId | null): void
  /** The client closed the stream of a stateless request, which is how it cancels there. */
  abandon(): void
}

interface InFlight {
  readonly method: string
  readonly progressToken: JsonValue | undefined
  upstreamId: RequestId | null
  gone: boolean
  readonly goneListeners: (() => void)[]
}

const UNKNOWN_CLIENT: ClientIdentity = { name: 'unknown', version: '' }

export function createLink(options: LinkOptions): Link {
  const { connection, downstream, gate, names, tools, trail } = options
  const { server } = connection.upstream
  const inFlight = new Map<RequestId, InFlight>()
  let client = UNKNOWN_CLIENT

  function receive(message: ClientMessage, bytes: Uint8Array | null): void {
    switch (message.kind) {
      case 'refused':
        downstream.answer(message.id, errorText(message.id, message.code, message.message), null)
        return
      case 'response':
        connection.pass(message.text, bytes)
        return
      case 'notification':
        notified(message, bytes)
        return
      case 'request':
        requested(message, bytes)
    }
  }

  function notified(message: ClientMessage & { readonly kind: 'notification' }, bytes: Uint8Array | null): void {
    if (message.method === 'notifications/cancelled' && isJsonObject(message.params)) {
      const id = message.params['requestId']
      if (typeof id !== 'string' && typeof id !== 'number') return
      const flying = inFlight.get(id)
      const held = flying !== undefined && flying.upstreamId === null
      leave(id)
      // A held call has no name upstream that the client could know: the wait ends, the hold goes on.
      if (held) return
      if (flying !== undefined && flying.upstreamId !== id) return
    }
    connection.pass(message.text, bytes)
  }

  function requested(request: Request, bytes: Uint8Array | null): void {
    if (inFlight.has(request.id)) {
      const clash = `The request id ${JSON.stringify(request.id)} is already in use.`
      downstream.answer(null, errorText(null, INVALID_REQUEST, clash), null)
      return
    }
    noteClient(request)
    const progressToken = metaOf(request.params)?.['progressToken']
    const flying: InFlight = { method: request.method, progressToken, upstreamId: null, gone: false, goneListeners: [] }
    inFlight.set(request.id, flying)
    if (request.method === 'tools/call') called(request, bytes, flying)
    else if (request.method === 'tools/list')
      relay(request, bytes, flying, () => relayRecord(request), listAnswered(request))
    else relay(request, bytes, flying, () => relayRecord(request), null)
  }

  function noteClient(request: Request): void {
    const info =
      request.method === 'initialize' && isJsonObject(request.params)
        ? request.params['clientInfo']
        : metaOf(request.params)?.[META_CLIENT_INFO]
    if (isJsonObject(info) && typeof info['name'] === 'string') {
      client = { name: info['name'], version: typeof info['version'] === 'string' ? info['version'] : '' }
      tools.noteClient(client.name)
    }
    if (eraOf(request.params) === 'stateless') tools.noteMeta(metaText(request))
  }

  function relayRecord(request: Request): RecordDraft {
    const { tenant, principal } = options.origin
    return recordDraft({
      kind: 'request-relayed',
      tenant,
      principal,
      client: client.name,
      server: server.name,
      method: request.method,
    })
  }

  /** Forwards while the record is being written; the reply leaves once it is. */
  function relay(
    request: Request,
    bytes: Uint8Array | null,
    flying: InFlight,
    record: (() => RecordDraft) | null,
    rewrite: ((message: JsonObject, text: string) => Promise<string>) | null,
  ): void {
    let commit: Promise<Commit> | null = null
    const upstreamId = names.give(request.id)
    flying.upstreamId = upstreamId
    const exchange: Exchange = {
      answered: (message, text, answerBytes) => {
        const deliver = (): void => replied(request.id, flying, message, text, answerBytes)
        if (rewrite !== null) {
          Promise.all([rewrite(message, text), commit]).then(
            ([rewritten]) => reply(request.id, flying, rewritten, null),
            (error: unknown) => fail(request.id, flying, `the tool list could not be read: ${String(error)}`),
          )
        } else if (commit === null) deliver()
        else void commit.then((settled) => (settled === 'refused' ? refuseUnrecorded(request.id, flying) : deliver()))
      },
      failed: (failure) => fail(request.id, flying, failureText(failure)),
      related: (said, text, relatedBytes) => {
        const restored = names.restore(text, said, request.id)
        downstream.send(restored, restored === text ? relatedBytes : null, request.id)
        return true
      },
    }
    const outgoing = names.rename(request.text, upstreamId)
    connection.forward(
      {
        text: outgoing,
        bytes: outgoing === request.text ? bytes : null,
        request: { id: upstreamId, method: request.method, name: nameOf(request.params), headers: options.headers() },
      },
      exchange,
    )
    // Only after the request has left: what is written for the record is written while the upstream works.
    if (record !== null) process.nextTick(() => (commit = trail.append(record())))
  }

  function replied(id: RequestId, flying: InFlight, message: JsonObject, text: string, bytes: Uint8Array | null): void {
    const { result } = message
    if (imitatesUs(result, text)) reply(id, flying, exposeImitation(text, result as JsonObject), null)
    else reply(id, flying, text, bytes)
  }

  function exposeImitation(text: string, result: JsonObject): string {
    const span = locateMember(text, ['result'])
    if (span === null) return text
    const stripped = stripOurMeta(text.slice(span.start, span.end))
    return replaceMember(
      text,
      ['result'],
      imitatesEnvelope(result) ? markAsServersWords(stripped, server.name) : stripped,
    )
  }

  function reply(id: RequestId, flying: InFlight, text: string, bytes: Uint8Array | null): void {
    if (inFlight.get(id) === flying) inFlight.delete(id)
    const restored = names.restoreAnswer(text, id)
    downstream.answer(id, restored, restored === text ? bytes : null)
  }

  function fail(id: RequestId, flying: InFlight, message: string): void {
    if (inFlight.get(id) === flying) inFlight.delete(id)
    downstream.answer(id, errorText(id, INTERNAL_ERROR, `${server.name}: ${message}`), null)
  }

  function refuseUnrecorded(id: RequestId, flying: InFlight): void {
    fail(id, flying, 'STORE_UNAVAILABLE: the audit log cannot be written, and its buffer is full.')
  }

  function listAnswered(request: Request): (message: JsonObject, text: string) => Promise<string> {
    const first = !(isJsonObject(request.params) && typeof request.params['cursor'] === 'string')
    return async (message, text) => {
      const result = message['result']
      if (!isJsonObject(result) || !Array.isArray(result['tools'])) return text
      const listed = await tools.rewrite(result['tools'] as readonly JsonValue[], {
        first,
        last: typeof result['nextCursor'] !== 'string',
      })
      return replaceMember(text, ['result', 'tools'], JSON.stringify(listed))
    }
  }

  function called(request: Request, bytes: Uint8Array | null, flying: InFlight): void {
    const params = readToolCallParams(request.params)
    if (params === null) {
      inFlight.delete(request.id)
      const message = 'tools/call needs a string "name" and, if any, an object "arguments".'
      downstream.answer(request.id, errorText(request.id, INVALID_PARAMS, message), null)
      return
    }
    const known = tools.known(params.name)
    if (known !== undefined) judged(request, bytes, flying, params, known)
    else {
      tools.find(params.name).then(
        (found) => {
          if (found !== undefined) judged(request, bytes, flying, params, found)
          else unknownTool(request, flying, params.name)
        },
        (error: unknown) => fail(request.id, flying, error instanceof Error ? error.message : String(error)),
      )
    }
  }

  function unknownTool(request: Request, flying: InFlight, name: string): void {
    if (inFlight.get(request.id) === flying) inFlight.delete(request.id)
    const message = `Unknown tool: ${JSON.stringify(name)} is not in the tool list of ${server.name}.`
    downstream.answer(request.id, errorText(request.id, INVALID_PARAMS, message), null)
  }

  function judged(
    request: Request,
    bytes: Uint8Array | null,
    flying: InFlight,
    params: { readonly name: string; readonly arguments: JsonObject },
    entry: CatalogEntry,
  ): void {
    const mismatch = options.checkArguments(params.arguments, entry.definition.inputSchema)
    if (mismatch !== null) {
      if (inFlight.get(request.id) === flying) inFlight.delete(request.id)
      downstream.answer(request.id, errorText(request.id, mismatch.code, mismatch.message), null)
      return
    }
    const { tenant, principal, session } = options.origin
    const origin: CallOrigin = { tenant, principal, session, client, server }
    const passage = gate.judge({
      origin,
      tool: params.name,
      definition: entry.definition,
      drifted: entry.drifted,
      text: request.text,
      arguments: params.arguments,
    })
    if (passage instanceof Promise) {
      passage.then(
        (decided) => follow(request, bytes, flying, entry, decided),
        (error: unknown) => fail(request.id, flying, `the call could not be judged: ${String(error)}`),
      )
    } else follow(request, bytes, flying, entry, passage)
  }

  function follow(
    request: Request,
    bytes: Uint8Array | null,
    flying: InFlight,
    entry: CatalogEntry,
    passage: Passage,
  ): void {
    switch (passage.kind) {
      case 'pass': {
        const forwarded = passage.text === null ? request : { ...request, text: passage.text }
        const forwardedBytes = passage.text === null ? bytes : null
        if (!passage.recordFirst) {
          relay(forwarded, forwardedBytes, flying, passage.record, null)
          return
        }
        void trail.commit(passage.record()).then((committed) => {
          if (flying.gone) return
          if (committed) relay(forwarded, forwardedBytes, flying, null, null)
          else answer(callerOf(request, flying, entry), storeUnavailable(entry.definition.name))
        })
        return
      }
      case 'answer':
        void trail.append(passage.record).then(() => answer(callerOf(request, flying, entry), passage.answer))
        return
      case 'hold': {
        const caller = callerOf(request, flying, entry)
        options
          .keeper()
          .then((keeper) => keeper.hold(caller, { ...passage, definition: entry.definition }))
          .catch((error: unknown) => {
            options.log(`a call could not be held: ${String(error)}`)
            answer(caller, storeUnavailable(entry.definition.name))
          })
      }
    }
  }

  function callerOf(request: Request, flying: InFlight, entry: CatalogEntry): Caller {
    const { id } = request
    const token = metaOf(request.params)?.['progressToken']
    const write = (text: string): boolean => {
      if (flying.gone || inFlight.get(id) !== flying) return false
      inFlight.delete(id)
      downstream.answer(id, text, null)
      return true
    }
    return {
      id,
      era: eraOf(request.params),
      connection,
      hasOutputSchema: entry.definition.outputSchema !== null,
      progressToken: typeof token === 'string' || typeof token === 'number' ? token : null,
      metaText: metaText(request),
      round: roundOf(request),
      headers: options.headers(),
      get gone() {
        return flying.gone
      },
      onGone: (listener) => void flying.goneListeners.push(listener),
      reply: (result) => write(resultText(id, result)),
      replyError: (code, message) => write(errorText(id, code, message)),
      relayError: (errorJson) => write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${errorJson}}`),
      relay: (text) => {
        if (!flying.gone && inFlight.get(id) === flying) downstream.send(text, null, id)
      },
      heartbeat: (count, message) => {
        if (token === undefined) return
        // Far below 1, so that the upstream's own progress still grows.
        const params = { progressToken: token, progress: count / 1e6, message }
        downstream.send(notificationText('notifications/progress', params), null, id)
      },
    }
  }

  function leave(id: RequestId | null): void {
    for (const [flyingId, flying] of inFlight) {
      if (id !== null && flyingId !== id) continue
      flying.gone = true
      inFlight.delete(flyingId)
      for (const listener of flying.goneListeners) listener()
    }
  }

  function ownerOf(said: UpstreamSaid): RequestId | null {
    if (said.kind !== 'request' && said.kind !== 'notification') return null
    const token = isJsonObject(said.params) ? said.params['progressToken'] : undefined
    let newest: RequestId | null = null
    for (const [id, flying] of inFlight) {
      if (token !== undefined && flying.progressToken === token) return id
      if (flying.upstreamId !== null || flying.method === 'tools/call') newest = id
    }
    // A pipe does not say what a question or a log line belongs to: most likely to the newest call.
    const belongs =
      said.kind === 'request' ||
      said.method === 'notifications/message' ||
      said.method === 'notifications/elicitation/complete'
    return belongs ? newest : null
  }

  function abandon(): void {
    for (const { upstreamId } of inFlight.values()) {
      if (upstreamId === null) continue
      connection.abort(upstreamId)
      if (server.transport === 'stdio') {
        const params = { requestId: upstreamId, reason: 'the client closed the stream' }
        connection.pass(notificationText('notifications/cancelled', params), null)
      }
    }
    leave(null)
  }

  return {
    receive,
    ownerOf,
    leave,
    abandon,
    get client() {
      return client
    },
  }
}
