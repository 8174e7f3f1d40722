/**
 * A server that may crash and be started again, with growing pauses. Requests in flight when it dies fail as what they
 * are: perhaps carried out. A session is opened anew on the new process before anything else is sent to it; beyond that
 * handshake nothing is ever sent twice, and what was cancelled while it waited is never sent.
 */
import { isJsonObject, replaceMember, say } from '@holdpoint/core'
import type {
  JsonObject,
  JsonValue,
  RequestId,
  SendFailure,
  Upstream,
  UpstreamEvents,
  UpstreamMessage,
} from '@holdpoint/core'

export interface RestartingOptions {
  readonly start: () => Upstream
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  readonly log: (message: string) => void
}

/** A process that lived this long had started well: the pauses begin from the shortest again. */
const STABLE_AFTER_MS = 30_000
const REOPENING = 'holdpoint-reopen'
const REOPEN_WITHIN_MS = 15_000

interface Handshake {
  readonly initialize: UpstreamMessage
  initialized: UpstreamMessage | null
}

export function createRestartingUpstream(first: Upstream, options: RestartingOptions): Upstream {
  const inFlight = new Set<RequestId>()
  let events: UpstreamEvents | null = null
  let current: Upstream | null = null
  let queue: UpstreamMessage[] = []
  let handshake: Handshake | null = null
  let pauseMs = options.firstPauseMs
  let startedAt = performance.now()
  let restart: NodeJS.Timeout | null = null
  /** Runs while the new process has not answered the handshake. */
  let reopening: NodeJS.Timeout | null = null
  let retired: Promise<void> = Promise.resolve()
  let closed = false

  function attach(upstream: Upstream): void {
    current = upstream
    startedAt = performance.now()
    upstream.open({
      message(text, bytes, relatedTo, notTaken) {
        if (current !== upstream) return
        if (reopening !== null) {
          const answer = readAnswer(text)
          if (answer?.['id'] === REOPENING) {
            reopened(answer)
            return
          }
        }
        if (inFlight.size > 0) settle(text)
        events?.message(text, bytes, relatedTo, notTaken)
      },
      requestFailed(id, failure) {
        if (current !== upstream) return
        if (reopening !== null && id === REOPENING) {
          giveUp(failure.message)
          return
        }
        inFlight.delete(id)
        events?.requestFailed(id, failure)
      },
      closed(reason) {
        if (current === upstream) died(reason)
      },
    })
  }

  function settle(text: string): void {
    const id = answeredId(text)
    if (id !== null) inFlight.delete(id)
  }

  function died(reason: string): void {
    current = null
    stopReopening()
    if (closed) {
      failQueue(reason)
      events?.closed(reason)
      return
    }
    const failure: SendFailure = { certainty: 'perhaps-sent', message: reason }
    const lost = [...inFlight]
    inFlight.clear()
    for (const id of lost) events?.requestFailed(id, failure)
    failQueue(reason)
    if (performance.now() - startedAt > STABLE_AFTER_MS) pauseMs = options.firstPauseMs
    options.log(`${reason}; it is started again when it is needed, in ${pauseMs} ms at the earliest`)
  }

  /** A message that waited for a process to open its session was never sent, and nothing would send it now. */
  function failQueue(reason: string): void {
    const unsent = queue
    queue = []
    for (const { request } of unsent) {
      if (request !== null) events?.requestFailed(request.id, { certainty: 'nothing-sent', message: reason })
    }
  }

  function startAgain(): void {
    const earliest = startedAt + pauseMs
    restart ??= setTimeout(
      () => {
        restart = null
        pauseMs = Math.min(pauseMs * 2, options.longestPauseMs)
        attach(options.start())
        // A client that opens the session itself must not find it open already.
        if (handshake === null || queue.includes(handshake.initialize)) flush()
        else reopen(handshake.initialize)
      },
      Math.max(0, earliest - performance.now()),
    )
  }

  function reopen({ text, request }: UpstreamMessage): void {
    reopening = setTimeout(() => giveUp(say('handshakeUnanswered', { n: REOPEN_WITHIN_MS / 1000 })), REOPEN_WITHIN_MS)
    current?.send({
      text: replaceMember(text, ['id'], JSON.stringify(REOPENING)),
      bytes: null,
      request: request === null ? null : { ...request, id: REOPENING },
    })
  }

  function stopReopening(): void {
    if (reopening !== null) clearTimeout(reopening)
    reopening = null
  }

  function reopened(answer: JsonObject): void {
    if (!isJsonObject(answer['result'])) {
      giveUp(say('handshakeRefused'))
      return
    }
    stopReopening()
    if (handshake !== null && handshake.initialized !== null) current?.send(handshake.initialized)
    flush()
  }

  /** A process without a session is of no use: the next request gets a new one. */
  function giveUp(reason: string): void {
    const useless = current
    died(reason)
    if (useless !== null) retired = Promise.all([retired, useless.close()]).then(() => {})
  }

  function flush(): void {
    const waiting = queue
    queue = []
    for (const message of waiting) deliver(message)
  }

  function deliver(message: UpstreamMessage): void {
    if (message.request !== null) inFlight.add(message.request.id)
    current?.send(message)
  }

  function withdraw(id: RequestId): void {
    const remaining = queue.filter(({ request }) => request?.id !== id)
    if (remaining.length === queue.length) return
    queue = remaining
    if (queue.length === 0 && restart !== null) {
      clearTimeout(restart)
      restart = null
    }
    const failure: SendFailure = { certainty: 'nothing-sent', message: say('cancelledUnsent') }
    queueMicrotask(() => events?.requestFailed(id, failure))
  }

  return {
    server: first.server,
    open(listener) {
      events = listener
      attach(first)
    },
    send(message) {
      if (message.request?.method === 'initialize') handshake = { initialize: message, initialized: null }
      else if (message.request === null && handshake !== null && isInitialized(message.text)) {
        handshake.initialized = message
      }
      if (current !== null && reopening === null) {
        deliver(message)
        return
      }
      if (message.request === null) {
        // A notification to a process that is gone has lost its meaning, but for one about a request that waits here.
        const cancelled = cancelledId(message.text)
        if (cancelled !== null) withdraw(cancelled)
        return
      }
      queue.push(message)
      if (current === null) startAgain()
    },
    abort(id) {
      inFlight.delete(id)
      withdraw(id)
      current?.abort(id)
    },
    async close() {
      closed = true
      if (restart !== null) clearTimeout(restart)
      if (current === null) {
        failQueue(say('connectionClosed'))
        events?.closed(say('connectionClosed'))
      } else await current.close()
      await retired
    },
  }
}

/** A client's response may quote the notification's name; replaying it would answer a question of another process. */
function isInitialized(text: string): boolean {
  if (!text.includes('initialized') && !text.includes('\\')) return false
  return readNotification(text)?.['method'] === 'notifications/initialized'
}

function cancelledId(text: string): RequestId | null {
  const message = readNotification(text)
  if (message?.['method'] !== 'notifications/cancelled' || !isJsonObject(message['params'])) return null
  const id = message['params']['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The client's messages were read strictly before they came here: they parse. */
function readNotification(text: string): JsonObject | null {
  const message = JSON.parse(text) as JsonValue
  return isJsonObject(message) && message['id'] === undefined ? message : null
}

/**
 * Which request a line of a server answers. A server's own request may carry the same id and is no answer. Long answers of
 * the two usual shapes are told by their ends, since the whole is parsed once more later; everything else is parsed here.
 */
const PARSED_AT_ONCE = 4096
const END = 400
const ID = '("(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?)'
const VERSION = '"jsonrpc"\\s*:\\s*"2\\.0"'
const OUTCOME = '"(?:result|error)"\\s*:'
/** `{"jsonrpc":"2.0","id":1,"result":…` */
const ID_FIRST = new RegExp(
  `^\\s*\\{\\s*(?:${VERSION}\\s*,\\s*)?"id"\\s*:\\s*${ID}\\s*,\\s*(?:${VERSION}\\s*,\\s*)?${OUTCOME}`,
)
/** `{"result":…` up to `,"jsonrpc":"2.0","id":1}`: only members of the message itself can stand at these ends. */
const OUTCOME_FIRST = new RegExp(`^\\s*\\{\\s*(?:${VERSION}\\s*,\\s*)?${OUTCOME}`)
const ID_LAST = new RegExp(`[}\\]"0-9el]\\s*,\\s*"id"\\s*:\\s*${ID}\\s*\\}\\s*$`)

export function answeredId(text: string): RequestId | null {
  if (text.length > PARSED_AT_ONCE && !text.includes('"method"')) {
    const head = text.slice(0, END)
    const id = ID_FIRST.exec(head)?.[1] ?? (OUTCOME_FIRST.test(head) ? ID_LAST.exec(text.slice(-END))?.[1] : undefined)
    if (id !== undefined) return JSON.parse(id) as RequestId
  }
  const id = readAnswer(text)?.['id']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** `null` for anything but an answer. */
function readAnswer(text: string): JsonObject | null {
  let message: JsonValue
  try {
    message = JSON.parse(text) as JsonValue
  } catch {
    return null
  }
  if (!isJsonObject(message) || typeof message['method'] === 'string') return null
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? message : null
}
