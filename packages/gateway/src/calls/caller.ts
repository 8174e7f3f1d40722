/**
 * One client request that waits for an answer of ours, in four parts, so that each reader takes the part it uses: the client
 * that rails ask, what a forward takes along, how it is answered, and whether it is still there.
 */
import {
  controlParameterName,
  errorText,
  eraOf,
  isJsonObject,
  metaOf,
  notificationText,
  resultText,
} from '@holdpoint/core'
import type {
  ClientCapabilities,
  ClientIdentity,
  Downstream,
  Era,
  JsonObject,
  RequestId,
  ToolDefinition,
} from '@holdpoint/core'
import type { ClientQuestion, ClientQuestions } from './client-questions.ts'
import type { UpstreamConnection } from './upstream-connection.ts'
import { heldResultNamesView } from '../held/hold-meta.ts'
import type { InFlight } from './in-flight.ts'
import type { RequestTable } from './request-table.ts'
import { isPreview, metaText, roundOf } from './request-parts.ts'
import type { Request } from './request-parts.ts'

/** The client behind the request, as a rail sees it: who it is, what it can show, and how to ask it. */
export interface AskedClient {
  readonly client: ClientIdentity
  readonly era: Era
  readonly capabilities: ClientCapabilities
  /** The connection it came on. */
  readonly session: string
  readonly card: CallCard
  /** It is gone because its client ended, not because it was cancelled. */
  readonly hostEnded: boolean
  /** Asks the client itself, on the stream of this request; `null` in the stateless era, which has no such requests. */
  ask(method: string, params: JsonObject): ClientQuestion | null
  /** Tells the client something of ours, on the stream of this request while it is open. */
  notify(method: string, params: JsonObject): void
}

/** What the client draws of the call, and what its agent said of a preview. */
export interface CallCard {
  /** The tool's own view, or ours where we gave it one; `null`: the client draws none for it. */
  readonly view: 'own' | 'ours' | null
  /** It asked for a preview only: no call waits, the question is answered with what it shows. */
  readonly previewOnly: boolean
  /** Under which name `preview` travels for this tool. */
  readonly previewParameter: string
  /** Whether views of the server may stand on this connection. Where nothing is known of its tools, they may. */
  serverHasViews(): boolean
}

/** What a forward of the call takes along of the request. */
export interface CallCarrier {
  readonly connection: UpstreamConnection
  /** `_meta` of the request as JSON, or `null` where it sent none. */
  readonly metaText: string | null
  readonly headers: { readonly [name: string]: string }
  readonly progressToken: RequestId | null
  /** Passes on what the server says about this call while it works, as the client must see it. */
  relay(text: string): void
}

/** How the request is answered: once. */
export interface AnsweredCall extends Pick<AskedClient, 'era' | 'card'> {
  readonly hasOutputSchema: boolean
  /** Answers with a result, given as JSON. Answers whether it was written to a request that still waited. */
  reply(resultJson: string): boolean
  replyError(code: number, message: string): boolean
  /** Relays an error of the upstream as it is, given as JSON. */
  relayError(errorJson: string): boolean
}

export interface Caller extends AskedClient, CallCarrier, AnsweredCall {
  /** Members of the next round (`inputResponses`, `requestState`) as JSON members, or `null`. */
  readonly round: CallerRound | null
  /** On the process's own clock. */
  readonly arrivedAt: number
  readonly gone: boolean
  onGone(listener: () => void): void
  heartbeat(count: number, message: string): void
}

/** What a client adds when it answers an `input_required`, ours or the upstream's. */
export interface CallerRound {
  readonly state: string
  readonly membersText: string
  readonly responses: JsonObject
}

export interface CallerParts {
  readonly request: Request
  readonly flying: InFlight
  readonly inFlight: Pick<RequestTable<InFlight>, 'get' | 'delete'>
  readonly definition: ToolDefinition
  readonly view: CallCard['view']
  readonly serverHasViews: () => boolean
  readonly client: ClientIdentity
  readonly capabilities: ClientCapabilities
  readonly session: string
  readonly connection: UpstreamConnection
  readonly downstream: Downstream
  readonly questions: ClientQuestions
  readonly headers: { readonly [name: string]: string }
  /** A view of the server's came with a result. */
  readonly noteView: () => void
}

export function createCaller(parts: CallerParts): Caller {
  const { request, flying, inFlight, downstream } = parts
  const { id } = request
  const era = eraOf(request.params)
  const token = metaOf(request.params)?.['progressToken']
  const previewParameter = controlParameterName('preview', parts.definition)
  const isThere = (): boolean => !flying.gone && inFlight.get(id) === flying
  const write = (text: string): boolean => {
    if (!isThere()) return false
    inFlight.delete(id)
    downstream.answer(id, text, null)
    return true
  }
  const previewsFirst = parts.connection.authored?.previewsFirst(parts.definition.name) ?? false
  return {
    era,
    client: parts.client,
    capabilities: parts.capabilities,
    session: parts.session,
    connection: parts.connection,
    hasOutputSchema: parts.definition.outputSchema !== null,
    card: {
      view: parts.view,
      previewOnly: isPreview(sentArguments(request)[previewParameter], previewsFirst),
      previewParameter,
      serverHasViews: parts.serverHasViews,
    },
    progressToken: typeof token === 'string' || typeof token === 'number' ? token : null,
    metaText: metaText(request),
    round: roundOf(request),
    headers: parts.headers,
    arrivedAt: performance.now(),
    get gone() {
      return flying.gone
    },
    get hostEnded() {
      return flying.hostEnded
    },
    onGone: (listener) => {
      if (flying.gone) listener()
      else flying.goneListeners.push(listener)
    },
    ask: (method, params) => (era === 'session' ? parts.questions.ask(method, params, id) : null),
    notify: (method, params) => {
      // The answer may have left already: what closes a question of ours still has to arrive, on whatever stream there is.
      if (!flying.gone) downstream.send(notificationText(method, params), null, isThere() ? id : null)
    },
    reply: (result) => {
      if (heldResultNamesView(result)) parts.noteView()
      return write(resultText(id, result))
    },
    replyError: (code, message) => write(errorText(id, code, message)),
    relayError: (errorJson) => write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${errorJson}}`),
    relay: (text) => {
      if (isThere()) downstream.send(text, null, id)
    },
    heartbeat: (count, message) => {
      if (token === undefined) return
      // Below 1, so that the upstream's own progress still grows; in thousandths, which no host prints as 1e-6.
      const params = { progressToken: token, progress: count / 1_000, message }
      downstream.send(notificationText('notifications/progress', params), null, id)
    },
  }
}

function sentArguments(request: Request): JsonObject {
  const sent = isJsonObject(request.params) ? request.params['arguments'] : undefined
  return isJsonObject(sent) ? sent : {}
}
