/**
 * One connection to one upstream: matches answers to the requests they answer, and lets the gateway ask questions of its own under
 * ids that no client can guess. It refuses to judge messages: that is the gate's work.
 */
import { isJsonObject, META_SUBSCRIPTION_ID, metaOf, say } from '@holdpoint/core'
import type {
  JsonObject,
  JsonValue,
  RequestId,
  RequestInfo,
  SendFailure,
  SignText,
  Upstream,
  UpstreamMessage,
} from '@holdpoint/core'
import type { AuthoredTools } from '../recipes/authored-tools.ts'
import { RequestTable } from './request-table.ts'
import { readUpstreamMessage } from './upstream-answer.ts'
import type { UpstreamSaid } from './upstream-answer.ts'

/** One forwarded request, from the side that waits for it. */
export interface Exchange {
  answered(message: JsonObject, text: string, bytes: Uint8Array | null, notTaken: boolean): void
  failed(failure: SendFailure): void
  /** A notification or server request that belongs to this request. Answers whether it was taken. */
  related(said: UpstreamSaid, text: string, bytes: Uint8Array | null): boolean
}

export interface UpstreamConnectionOptions {
  readonly upstream: Upstream
  /** Unguessable start of the ids of our own requests. */
  readonly ownIdPrefix: string
  /** Several clients share it: what belongs to a request is then told by the names we gave. */
  readonly shared: boolean
  /** Signs for this server what a person approved; `null`: it is told nothing of that. */
  readonly sign: SignText | null
  /** What the server's author says of its tools, where we run inside it; `null`: recipes say it. */
  readonly authored: AuthoredTools | null
  readonly log: (message: string) => void
}

export interface UpstreamConnection {
  readonly upstream: Upstream
  readonly alive: boolean
  /** Whether an answer is outstanding. */
  readonly busy: boolean
  /** When something was last sent, on the clock of `performance.now`. */
  readonly usedAt: number
  /** Several clients speak over it. */
  readonly shared: boolean
  /** Signs for this server what a person approved; `null`: it is told nothing of that. */
  readonly sign: SignText | null
  /** What the server's author says of its tools, where we run inside it; `null`: recipes say it. */
  readonly authored: AuthoredTools | null
  forward(message: UpstreamMessage & { readonly request: RequestInfo }, exchange: Exchange): void
  /** Notifications and responses of the client. */
  pass(text: string, bytes: Uint8Array | null): void
  abort(id: RequestId): void
  /** A request of our own. `paramsText` is JSON. */
  ask(method: string, paramsText: string, timeoutMs: number): Promise<OwnAnswer>
  nextOwnId(): string
  /** Whether an id is one of those that only we give: a client that uses one would answer for the server. */
  isOwnId(id: RequestId): boolean
  /** Everything that belongs to no request in flight. */
  onUnrelated(listener: (said: UpstreamSaid, text: string, bytes: Uint8Array | null) => void): void
  onClosed(listener: (reason: string) => void): void
  close(): Promise<void>
}

export type OwnAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly error: JsonValue }
  | { readonly kind: 'failed'; readonly failure: SendFailure }

export function createUpstreamConnection(options: UpstreamConnectionOptions): UpstreamConnection {
  const { upstream, log } = options
  const exchanges = new RequestTable<Exchange>()
  const closedListeners: ((reason: string) => void)[] = []
  let unrelated: (said: UpstreamSaid, text: string, bytes: Uint8Array | null) => void = () => {}
  let ownCount = 0
  let closedReason: string | null = null
  let usedAt = performance.now()

  function message(text: string, bytes: Uint8Array | null, relatedTo: RequestId | null, notTaken = false): void {
    const said = readUpstreamMessage(text)
    switch (said.kind) {
      case 'answer': {
        usedAt = performance.now()
        const exchange = exchanges.get(said.id)
        exchanges.delete(said.id)
        if (exchange === undefined) log(`an answer to nothing we asked was dropped (id ${JSON.stringify(said.id)})`)
        else exchange.answered(said.message, text, bytes, notTaken)
        return
      }
      case 'request':
      case 'notification': {
        const related = relatedTo ?? (options.shared ? relatedRequest(said.params) : null)
        const exchange = related === null ? undefined : exchanges.get(related)
        if (exchange?.related(said, text, bytes) === true) return
        unrelated(said, text, bytes)
        return
      }
      case 'garbage':
        log(`dropped a line that is ${said.why}: ${text.slice(0, 200)}`)
    }
  }

  function requestFailed(id: RequestId, failure: SendFailure): void {
    const exchange = exchanges.get(id)
    exchanges.delete(id)
    exchange?.failed(failure)
  }

  function closed(reason: string): void {
    if (closedReason !== null) return
    closedReason = reason
    for (const [id] of exchanges.entries()) requestFailed(id, { certainty: 'perhaps-sent', message: reason })
    for (const listener of closedListeners) listener(reason)
  }

  upstream.open({ message, requestFailed, closed })

  const connection: UpstreamConnection = {
    upstream,
    shared: options.shared,
    sign: options.sign,
    authored: options.authored,
    get alive() {
      return closedReason === null
    },
    get busy() {
      return exchanges.size > 0
    },
    get usedAt() {
      return usedAt
    },
    forward(outgoing, exchange) {
      if (closedReason !== null) {
        exchange.failed({ certainty: 'nothing-sent', message: closedReason })
        return
      }
      if (exchanges.has(outgoing.request.id)) {
        exchange.failed({ certainty: 'nothing-sent', message: say('idInUse') })
        return
      }
      exchanges.set(outgoing.request.id, exchange)
      usedAt = performance.now()
      upstream.send(outgoing)
    },
    pass(text, bytes) {
      if (closedReason === null) upstream.send({ text, bytes, request: null })
    },
    abort(id) {
      upstream.abort(id)
    },
    async ask(method, paramsText, timeoutMs) {
      const id = connection.nextOwnId()
      return await new Promise<OwnAnswer>((resolve) => {
        const timer = setTimeout(() => {
          exchanges.delete(id)
          resolve({
            kind: 'failed',
            failure: { certainty: 'perhaps-sent', message: say('noAnswerTo', { method, n: timeoutMs }) },
          })
        }, timeoutMs)
        const settle = (answer: OwnAnswer) => {
          clearTimeout(timer)
          resolve(answer)
        }
        connection.forward(
          {
            text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${paramsText}}`,
            bytes: null,
            request: { id, method, name: null, headers: {} },
          },
          {
            answered: (answer) => settle(toOwnAnswer(answer)),
            failed: (failure) => settle({ kind: 'failed', failure }),
            related: () => false,
          },
        )
      })
    },
    nextOwnId() {
      ownCount += 1
      return `${options.ownIdPrefix}${ownCount}`
    },
    isOwnId: (id) => typeof id === 'string' && id.startsWith(options.ownIdPrefix),
    onUnrelated(listener) {
      unrelated = listener
    },
    onClosed(listener) {
      if (closedReason === null) closedListeners.push(listener)
      else listener(closedReason)
    },
    async close() {
      await upstream.close()
    },
  }
  return connection
}

function toOwnAnswer(message: JsonObject): OwnAnswer {
  const result = message['result']
  if (isJsonObject(result)) return { kind: 'result', result }
  return { kind: 'error', error: message['error'] ?? null }
}

/** Progress names its token, and our tokens on shared connections are request ids; subscriptions name theirs. */
function relatedRequest(params: JsonValue | undefined): RequestId | null {
  if (!isJsonObject(params)) return null
  const subscription = metaOf(params)?.[META_SUBSCRIPTION_ID]
  const candidate = subscription ?? params['progressToken']
  return typeof candidate === 'string' || typeof candidate === 'number' ? candidate : null
}
