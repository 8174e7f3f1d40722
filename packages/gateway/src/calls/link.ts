/**
 * One client connection against one upstream connection. Parses each message once, touches only what it must
 * (`tools/list`, `tools/call`), forwards the rest byte for byte, and records every client request.
 */
import { randomUUID } from 'node:crypto'
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  eraOf,
  errorText,
  isJsonObject,
  metaOf,
  notificationText,
  recordDraft,
  replaceMember,
  resultText,
  thrownMessage,
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
import type { AuditTrail } from './audit-trail.ts'
import type { CallOutcomes } from './call-outcomes.ts'
import { createCallPath } from './call-path.ts'
import { createClientQuestions } from './client-questions.ts'
import type { Gate } from './gate.ts'
import type { HoldKeeper } from '../held/hold-keeper.ts'
import { namesServersView } from '../held/hold-meta.ts'
import type { OpenQuestions } from '../held/open-questions.ts'
import type { IdNames } from './id-names.ts'
import { newInFlight } from './in-flight.ts'
import type { InFlight } from './in-flight.ts'
import { ownResult, refusesMethod, withOfferedCapabilities, withOfferedEntries } from '../offers/offer.ts'
import type { Offer, OfferContext } from '../offers/offer.ts'
import { createPresentedClient } from './presented-client.ts'
import type { LinkOrigin } from './presented-client.ts'
import { RelayedRequest } from './relayed-request.ts'
import type { RelayEnds, RewriteAnswer } from './relayed-request.ts'
import { RequestTable } from './request-table.ts'
import { metaText, nameOf, withoutOurMeta } from './request-parts.ts'
import type { Request } from './request-parts.ts'
import { asksForInput, createServerWords } from './server-words.ts'
import type { ServerTools } from '../tools/server-tools.ts'
import type { UpstreamSaid } from './upstream-answer.ts'
import type { UpstreamConnection } from './upstream-connection.ts'

/** What one link between a client and a server needs of the rest of the gateway. */
export interface LinkOptions {
  readonly connection: UpstreamConnection
  readonly downstream: Downstream
  readonly gate: Gate
  readonly keeper: () => Promise<HoldKeeper>
  readonly tools: ServerTools
  readonly trail: AuditTrail
  readonly outcomes: CallOutcomes
  readonly origin: LinkOrigin
  /** Those that left as answers; the others are the link's own. */
  readonly openQuestions: Pick<OpenQuestions, 'openFor'>
  /** What we ourselves offer beside the server. */
  readonly offer: Offer
  /** Shared connections give each request a name of its own upstream; others keep the client's ids. */
  readonly names: IdNames
  /** `Mcp-Param-*` headers that came with the current request, for HTTP fronts. */
  readonly headers: () => { readonly [name: string]: string }
  /** What is wrong with arguments that the request's headers must repeat; always `null` where there are no headers. */
  readonly checkArguments: (
    sent: JsonObject,
    inputSchema: JsonObject,
  ) => { readonly code: number; readonly message: string } | null
  /** The client's `initialize`, where that was answered before this link was opened; `null`: it comes over the link, or never. */
  readonly introduced: Request | null
  readonly log: (message: string) => void
}

export interface Link {
  receive(message: ClientMessage, bytes: Uint8Array | null): void
  /** Something the upstream says that belongs to no request it knows of. */
  fromUpstream(said: UpstreamSaid, text: string, bytes: Uint8Array | null): void
  readonly client: ClientIdentity
  /** The client went away, or gave up on this one request. */
  leave(request: RequestId | null): void
  /** The client closed the stream of a stateless request, which is how it cancels there. */
  abandon(): void
}

/** Of what is recorded; what is forwarded stays as it is. */
const LONGEST_METHOD = 200

export function createLink(options: LinkOptions): Link {
  const { connection, downstream, names, tools, trail } = options
  const { server } = connection.upstream
  const inFlight = new RequestTable<InFlight>()
  const questions = createClientQuestions(downstream, `holdpoint-${randomUUID()}-`)
  const client = createPresentedClient(options.origin)
  const words = createServerWords(server.name, oursIsOpen)
  const ends: RelayEnds = { trail, replied, reply, fail, related }
  const calls = createCallPath({
    ...options,
    inFlight,
    questions,
    client,
    offerContext,
    relay: (request, bytes, flying, record) => relay(request, bytes, flying, record, null),
    answerOwn,
    fail,
  })

  if (options.introduced !== null) noteClient(options.introduced)

  function receive(message: ClientMessage, bytes: Uint8Array | null): void {
    switch (message.kind) {
      case 'refused':
        downstream.answer(message.id, errorText(message.id, message.code, message.message), null)
        return
      case 'response':
        if (!questions.take(message.id, message.text)) connection.pass(message.text, bytes)
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
      // Questions of ours are nothing the server knows of, and what we asked the server is not the client's to take back.
      if (questions.owns(id) || connection.isOwnId(id)) return
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
    if (inFlight.has(request.id) || connection.isOwnId(request.id)) {
      const clash = `The request id ${JSON.stringify(request.id)} is already in use.`
      downstream.answer(null, errorText(null, INVALID_REQUEST, clash), null)
      return
    }
    noteClient(request)
    const flying = newInFlight(request.method, metaOf(request.params)?.['progressToken'])
    inFlight.set(request.id, flying)
    switch (request.method) {
      case 'tools/call':
        calls.receive(request, bytes, flying)
        return
      case 'tools/list':
        relay(request, bytes, flying, () => relayRecord(request), listAnswered(request))
        return
      case 'initialize':
      case 'server/discover':
        relay(
          request,
          bytes,
          flying,
          () => relayRecord(request),
          async (message, text) => withOfferedCapabilities(message, text, options.offer, offerContext(request)),
        )
        return
      case 'resources/list':
        resourcesListed(request, bytes, flying)
        return
      case 'resources/read':
        resourceRead(request, bytes, flying)
        return
      default:
        relay(request, bytes, flying, () => relayRecord(request), null)
    }
  }

  function offerContext(request: Request): OfferContext {
    return {
      era: eraOf(request.params),
      client: client.identity,
      capabilities: client.capabilitiesOf(request),
      origin: client.originOf(request),
      server,
      serverHas: (tool) => tools.known(tool) !== undefined,
      serverHasViews: tools.hasViews,
    }
  }

  function isReserved(tool: JsonValue, request: Request): boolean {
    const name = isJsonObject(tool) ? tool['name'] : undefined
    return typeof name === 'string' && options.offer.reserves(offerContext(request), name)
  }

  function resourcesListed(request: Request, bytes: Uint8Array | null, flying: InFlight): void {
    const offered = options.offer.resources(offerContext(request))
    if (offered.length === 0) return relay(request, bytes, flying, () => relayRecord(request), null)
    relay(
      request,
      bytes,
      flying,
      () => relayRecord(request),
      async (message, text) => {
        if (namesServersView(text)) tools.noteView()
        // A server without resources of its own refuses the method; ours are there all the same.
        return refusesMethod(message)
          ? resultText(request.id, JSON.stringify(ownResult(request, { resources: offered })))
          : withOfferedEntries(message, text, 'resources', offered)
      },
    )
  }

  function resourceRead(request: Request, bytes: Uint8Array | null, flying: InFlight): void {
    const uri = isJsonObject(request.params) ? request.params['uri'] : undefined
    const reading = typeof uri === 'string' ? options.offer.readResource(offerContext(request), uri) : null
    if (reading === null) return relay(request, bytes, flying, () => relayRecord(request), null)
    answerOwn(request, flying, reading)
  }

  /** An answer of ours to a request for something of ours; on record like every other request. */
  function answerOwn(request: Request, flying: InFlight, result: Promise<JsonObject>): void {
    Promise.all([result, trail.append(relayRecord(request))]).then(
      ([own]) => reply(request.id, flying, resultText(request.id, JSON.stringify(ownResult(request, own))), null),
      (error: unknown) => fail(request.id, flying, thrownMessage(error)),
    )
  }

  function noteClient(request: Request): void {
    if (client.note(request)) tools.noteClient(client.identity.name)
    if (eraOf(request.params) === 'stateless') tools.noteMeta(metaText(request))
  }

  function relayRecord(request: Request): RecordDraft {
    const { tenant, principal } = options.origin
    return recordDraft({
      kind: 'request-relayed',
      tenant,
      principal,
      client: client.identity.name,
      server: server.name,
      method: request.method.slice(0, LONGEST_METHOD),
    })
  }

  /** Forwards while the record is being written; the reply leaves once it is. */
  function relay(
    request: Request,
    bytes: Uint8Array | null,
    flying: InFlight,
    record: (() => RecordDraft) | null,
    rewrite: RewriteAnswer | null,
  ): void {
    const upstreamId = names.give(request.id)
    flying.upstreamId = upstreamId
    const outgoing = names.rename(withoutOurMeta(request).text, upstreamId)
    const relayed = new RelayedRequest(ends, request.id, flying, record, rewrite)
    connection.forward(
      {
        text: outgoing,
        bytes: outgoing === request.text ? bytes : null,
        request: { id: upstreamId, method: request.method, name: nameOf(request.params), headers: options.headers() },
      },
      relayed,
    )
    relayed.leaving()
  }

  function related(id: RequestId, said: UpstreamSaid, text: string, bytes: Uint8Array | null): boolean {
    if (impersonates(said)) return true
    const restored = names.restore(words.unasked(said, text), said, id)
    downstream.send(restored, restored === text ? bytes : null, id)
    return true
  }

  function replied(id: RequestId, flying: InFlight, message: JsonObject, text: string, bytes: Uint8Array | null): void {
    if (namesServersView(text)) tools.noteView()
    const { result } = message
    options.outcomes.end(flying, isJsonObject(result) && result['isError'] !== true ? 'done' : 'error')
    // The gate that let the call pass hears that the server asks back.
    if (isJsonObject(result) && asksForInput(result)) {
      flying.inputAsked?.(typeof result['requestState'] === 'string' ? result['requestState'] : '')
    }
    const shown = words.answer(message, text)
    reply(id, flying, shown, shown === text ? bytes : null)
  }

  function reply(id: RequestId, flying: InFlight, text: string, bytes: Uint8Array | null): void {
    if (inFlight.get(id) === flying) inFlight.delete(id)
    const restored = names.restoreAnswer(text, id)
    downstream.answer(id, restored, restored === text ? bytes : null)
  }

  function fail(id: RequestId, flying: InFlight, message: string): void {
    options.outcomes.end(flying, 'no answer')
    if (inFlight.get(id) === flying) inFlight.delete(id)
    downstream.answer(id, errorText(id, INTERNAL_ERROR, `${server.name}: ${message}`), null)
  }

  function listAnswered(request: Request): (message: JsonObject, text: string) => Promise<string> {
    const first = !(isJsonObject(request.params) && typeof request.params['cursor'] === 'string')
    return async (message, text) => {
      const result = message['result']
      if (!isJsonObject(result) || !Array.isArray(result['tools'])) return text
      const listed = await tools.rewrite(
        result['tools'] as readonly JsonValue[],
        {
          first,
          last: typeof result['nextCursor'] !== 'string',
        },
        client.capabilitiesOf(request),
      )
      const own = typeof result['nextCursor'] === 'string' ? [] : options.offer.tools(offerContext(request))
      const theirs = listed.filter((tool) => !isReserved(tool, request))
      return replaceMember(text, ['result', 'tools'], JSON.stringify([...theirs, ...own]))
    }
  }

  function leave(id: RequestId | null): void {
    for (const [flyingId, flying] of inFlight.entries()) {
      if (id !== null && flyingId !== id) continue
      flying.gone = true
      flying.hostEnded = id === null
      options.outcomes.end(flying, 'cancelled')
      inFlight.delete(flyingId)
      for (const listener of flying.goneListeners) listener()
    }
  }

  function ownerOf(said: UpstreamSaid): RequestId | null {
    if (said.kind !== 'request' && said.kind !== 'notification') return null
    const token = isJsonObject(said.params) ? said.params['progressToken'] : undefined
    let newest: RequestId | null = null
    for (const [id, flying] of inFlight.entries()) {
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

  function oursIsOpen(): boolean {
    return questions.open || options.openQuestions.openFor({ ...options.origin, client: client.identity })
  }

  /** A server that speaks under the id of a question of ours would have its own answered in its place. */
  function impersonates(said: UpstreamSaid): boolean {
    if (said.kind === 'request') return questions.owns(said.id)
    if (said.kind !== 'notification' || said.method !== 'notifications/cancelled') return false
    return isJsonObject(said.params) && questions.owns(said.params['requestId'])
  }

  function fromUpstream(said: UpstreamSaid, text: string, bytes: Uint8Array | null): void {
    if (impersonates(said)) {
      options.log(`[${server.name}] a message under an id of ours was dropped`)
      return
    }
    if (said.kind === 'notification' && said.method === 'notifications/tools/list_changed') tools.forget()
    const shown = words.unasked(said, text)
    downstream.send(shown, shown === text ? bytes : null, ownerOf(said))
  }

  function abandon(): void {
    for (const [, { upstreamId }] of inFlight.entries()) {
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
    fromUpstream,
    leave,
    abandon,
    get client() {
      return client.identity
    },
  }
}
