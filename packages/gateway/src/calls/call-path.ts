/**
 * The way of one `tools/call`: found in the server's list, judged, then passed, answered or held. Nothing reaches the
 * server here without a ruling.
 */
import { INVALID_PARAMS, errorText, metaOf, provenanceOfMeta, recordDraft, say, thrownMessage } from '@holdpoint/core'
import type {
  CallDemand,
  ClientCapabilities,
  ClientIdentity,
  JsonObject,
  RecordDraft,
  RequestId,
} from '@holdpoint/core'
import { answer } from '../held/answer-caller.ts'
import { createCaller } from './caller.ts'
import type { CallCard, Caller } from './caller.ts'
import type { ClientQuestions } from './client-questions.ts'
import { readToolCallParams, storeUnavailable } from './gate.ts'
import type { CallAbout, CallOrigin, Passage } from './gate.ts'
import type { InFlight } from './in-flight.ts'
import type { RequestTable } from './request-table.ts'
import type { LinkOptions } from './link.ts'
import type { OfferContext } from '../offers/offer.ts'
import type { LinkOrigin, PresentedClient } from './presented-client.ts'
import { NOTHING_MORE } from './prepare-call.ts'
import { metaText, roundOf } from './request-parts.ts'
import type { Request } from './request-parts.ts'
import type { CatalogEntry } from '../tools/tool-catalog.ts'

export interface CallPathOptions extends LinkOptions {
  readonly inFlight: RequestTable<InFlight>
  readonly questions: ClientQuestions
  readonly client: PresentedClient
  readonly offerContext: (request: Request) => OfferContext
  readonly relay: (
    request: Request,
    bytes: Uint8Array | null,
    flying: InFlight,
    record: (() => RecordDraft) | null,
  ) => void
  readonly answerOwn: (request: Request, flying: InFlight, result: Promise<JsonObject>) => void
  readonly fail: (id: RequestId, flying: InFlight, message: string) => void
}

/** Where the client says that the call comes from. */
function aboutOf(request: Request, demand: CallDemand | null): CallAbout {
  const provenance = provenanceOfMeta(metaOf(request.params))
  if (provenance === null && demand === null) return NOTHING_MORE
  return { ...(provenance === null ? {} : { provenance }), ...(demand === null ? {} : { demand }) }
}

/** Of a name that no server knows: a client may send a whole book instead of one. */
const LONGEST_NAME = 200

/** Names of ours that no server can take begin like this: the way of every other call is not held up by a look. */
const RESERVED_PREFIX = 'holdpoint_'

export interface CallPath {
  receive(request: Request, bytes: Uint8Array | null, flying: InFlight): void
}

/** A call as it came, and who it came from at that moment. */
interface ReceivedCall {
  readonly request: Request
  readonly bytes: Uint8Array | null
  readonly flying: InFlight
  readonly origin: CallOrigin
  readonly params: { readonly name: string; readonly arguments: JsonObject }
}

interface ProtocolRefusal {
  readonly tool: string | null
  readonly code: number
  readonly message: string
  readonly why: string
}

export function createCallPath(options: CallPathOptions): CallPath {
  const { client, connection, downstream, gate, inFlight, tools, trail, relay, answerOwn, fail } = options
  const { server } = connection.upstream
  let lastOrigin: { readonly from: LinkOrigin; readonly client: ClientIdentity; readonly origin: CallOrigin } | null =
    null

  function receive(request: Request, bytes: Uint8Array | null, flying: InFlight): void {
    const params = readToolCallParams(request.params)
    if (params === null) {
      const message = 'tools/call needs a string "name" and, if any, an object "arguments".'
      return refuse(request, flying, { tool: null, code: INVALID_PARAMS, message, why: say('notAToolCall') })
    }
    // Now, not when its tool is found: another client of a shared pipe may have named itself meanwhile.
    const origin = callOrigin(request)
    const known = isReserved(request, params.name) ? undefined : tools.known(params.name)
    const call = { request, bytes, flying, origin, params }
    if (known !== undefined) judged(call, known)
    else if (!((tools.complete || isReserved(request, params.name)) && answeredByUs(request, flying, params))) {
      tools.find(params.name).then(
        (found) => {
          if (found !== undefined) judged(call, found)
          else if (!answeredByUs(request, flying, params)) unknownTool(request, flying, params.name)
        },
        (error: unknown) => fail(request.id, flying, thrownMessage(error)),
      )
    }
  }

  function isReserved(request: Request, name: string): boolean {
    return name.startsWith(RESERVED_PREFIX) && options.offer.reserves(options.offerContext(request), name)
  }

  /** Asked only once the server's own list is known: a name that is theirs is never ours. */
  function answeredByUs(
    request: Request,
    flying: InFlight,
    params: { readonly name: string; readonly arguments: JsonObject },
  ): boolean {
    const own = options.offer.callTool(options.offerContext(request), params.name, params.arguments)
    if (own !== null) answerOwn(request, flying, own)
    return own !== null
  }

  function unknownTool(request: Request, flying: InFlight, tool: string): void {
    const message = `Unknown tool: ${JSON.stringify(tool)} is not in the tool list of ${server.name}.`
    refuse(request, flying, { tool, code: INVALID_PARAMS, message, why: say('toolNotListed') })
  }

  /** What cannot be judged is answered as a mistake of the protocol, and on record like every other request. */
  function refuse(request: Request, flying: InFlight, { tool, code, message, why }: ProtocolRefusal): void {
    const { tenant, principal } = client.originOf(request)
    const record = recordDraft({
      kind: 'call-refused',
      tenant,
      principal,
      client: client.identity.name,
      server: server.name,
      tool: tool?.slice(0, LONGEST_NAME) ?? null,
      method: request.method.slice(0, LONGEST_NAME),
      detail: why,
    })
    void trail.append(record).then(() => {
      if (flying.gone) return
      inFlight.delete(request.id)
      downstream.answer(request.id, errorText(request.id, code, message), null)
    })
  }

  function judged(call: ReceivedCall, entry: CatalogEntry): void {
    const { request, flying, origin, params } = call
    const mismatch = options.checkArguments(params.arguments, entry.definition.inputSchema)
    if (mismatch !== null) {
      return refuse(request, flying, { tool: params.name, ...mismatch, why: say('headersContradict') })
    }
    let passage: Passage | Promise<Passage>
    try {
      passage = gate.judge({
        origin,
        tool: params.name,
        definition: entry.definition,
        drifted: entry.drifted,
        text: request.text,
        arguments: params.arguments,
        mayBeView: client.capabilitiesOf(request).apps && tools.hasViews,
        previewsFirst: connection.authored?.previewsFirst(params.name) ?? false,
        round: roundOf(request)?.state ?? null,
        about: aboutOf(request, connection.authored?.demandOf(params.name) ?? null),
        readAnew: () => tools.readAnew(params.name, metaText(request)),
      })
    } catch (error) {
      return notJudged(call, error)
    }
    if (passage instanceof Promise) {
      passage.then(
        (decided) => follow(call, entry, decided),
        (error: unknown) => notJudged(call, error),
      )
    } else follow(call, entry, passage)
  }

  /** A policy or a store that throws lets nothing pass. */
  function notJudged({ request, flying }: ReceivedCall, error: unknown): void {
    fail(request.id, flying, `the call could not be judged: ${String(error)}`)
  }

  /** Calls of one client come from one place: it is put together when it changes, not for each of them. */
  function callOrigin(request: Request): CallOrigin {
    const from = client.originOf(request)
    const { identity } = client
    if (lastOrigin?.from !== from || lastOrigin.client !== identity) {
      const { tenant, principal, session, relaysAPerson } = from
      lastOrigin = {
        from,
        client: identity,
        origin: { tenant, principal, session, relaysAPerson, client: identity, server },
      }
    }
    return lastOrigin.origin
  }

  function follow(call: ReceivedCall, entry: CatalogEntry, passage: Passage): void {
    const { request, bytes, flying } = call
    switch (passage.kind) {
      case 'pass': {
        flying.inputAsked = passage.inputAsked
        const forwarded = passage.text === null ? request : { ...request, text: passage.text }
        const forwardedBytes = passage.text === null ? bytes : null
        if (!passage.recordFirst) {
          options.outcomes.begin(flying, passage.record, inFlight)
          relay(forwarded, forwardedBytes, flying, passage.record)
          return
        }
        // From the record on, not from the sending: what is cancelled or refused in between never ran, and the log says so.
        options.outcomes.begin(flying, passage.record, inFlight)
        void trail.commit(passage.record()).then((committed) => {
          if (flying.gone) return
          if (!committed) {
            options.outcomes.end(flying, 'no answer')
            return answer(callerOf(call, entry), storeUnavailable(entry.definition.name))
          }
          relay(forwarded, forwardedBytes, flying, null)
        })
        return
      }
      case 'answer':
        void trail.append(passage.record).then(() => answer(callerOf(call, entry), passage.answer))
        return
      case 'hold': {
        const caller = callerOf(call, entry)
        options
          .keeper()
          .then((keeper) => keeper.hold(caller, passage))
          .catch((error: unknown) => {
            options.log(`a call could not be held: ${String(error)}`)
            answer(caller, storeUnavailable(entry.definition.name))
          })
      }
    }
  }

  function viewFor(entry: CatalogEntry, capabilities: ClientCapabilities): CallCard['view'] {
    if (!capabilities.apps) return null
    if (entry.hasView) return 'own'
    return tools.givesCard(entry, capabilities) ? 'ours' : null
  }

  function callerOf({ request, flying, origin }: ReceivedCall, entry: CatalogEntry): Caller {
    const capabilities = client.capabilitiesOf(request)
    return createCaller({
      request,
      flying,
      inFlight,
      definition: entry.definition,
      view: viewFor(entry, capabilities),
      serverHasViews: () => !connection.alive || tools.hasViews,
      client: origin.client,
      capabilities,
      session: origin.session,
      connection,
      downstream,
      questions: options.questions,
      headers: options.headers(),
      noteView: () => tools.noteView(),
    })
  }

  return { receive }
}
