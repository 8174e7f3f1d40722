/**
 * A server that may crash and be started again, with growing pauses. Requests in flight when it dies fail as what they
 * are: perhaps carried out. A session is opened anew on the new process before anything else is sent to it; nothing is
 * ever sent twice.
 */
import type { RequestId, SendFailure, Upstream, UpstreamEvents, UpstreamMessage } from '@holdpoint/core'

export interface RestartingOptions {
  readonly start: () => Upstream
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  readonly log: (message: string) => void
}

/** A process that lived this long had started well: the pauses begin from the shortest again. */
const STABLE_AFTER_MS = 30_000
const REOPENING = 'holdpoint-reopen'

export function createRestartingUpstream(first: Upstream, options: RestartingOptions): Upstream {
  const inFlight = new Set<RequestId>()
  let events: UpstreamEvents | null = null
  let current: Upstream | null = null
  let queue: UpstreamMessage[] = []
  let handshake: { readonly initialize: UpstreamMessage; initialized: UpstreamMessage | null } | null = null
  let pauseMs = options.firstPauseMs
  let startedAt = performance.now()
  let restart: NodeJS.Timeout | null = null
  let reopening = false
  let closed = false

  function attach(upstream: Upstream): void {
    current = upstream
    startedAt = performance.now()
    upstream.open({
      message(text, bytes, relatedTo) {
        if (reopening && text.includes(REOPENING)) reopened()
        else {
          settle(text)
          events?.message(text, bytes, relatedTo)
        }
      },
      requestFailed(id, failure) {
        inFlight.delete(id)
        events?.requestFailed(id, failure)
      },
      closed: died,
    })
  }

  /** Only ids of answers matter here, and a wrong guess merely keeps an id a little longer. */
  function settle(text: string): void {
    const match =
      /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)/.exec(text.slice(0, 400)) ??
      /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*\}\s*$/.exec(text.slice(-400))
    if (match?.[1] !== undefined) inFlight.delete(JSON.parse(match[1]) as RequestId)
  }

  function died(reason: string): void {
    current = null
    reopening = false
    if (closed) {
      events?.closed(reason)
      return
    }
    const failure: SendFailure = { certainty: 'perhaps-sent', message: reason }
    const lost = [...inFlight]
    inFlight.clear()
    for (const id of lost) events?.requestFailed(id, failure)
    // What waited for this process to open its session was never sent, and nothing would send it now.
    const unsent = queue
    queue = []
    for (const { request } of unsent) {
      if (request !== null) events?.requestFailed(request.id, { certainty: 'nothing-sent', message: reason })
    }
    if (performance.now() - startedAt > STABLE_AFTER_MS) pauseMs = options.firstPauseMs
    options.log(`${reason}; it is started again when it is needed, in ${pauseMs} ms at the earliest`)
  }

  function startAgain(): void {
    const earliest = startedAt + pauseMs
    restart ??= setTimeout(
      () => {
        restart = null
        pauseMs = Math.min(pauseMs * 2, options.longestPauseMs)
        attach(options.start())
        if (handshake === null) flush()
        else {
          reopening = true
          const text = handshake.initialize.text.replace(
            /"id"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)/,
            `"id":"${REOPENING}"`,
          )
          const request = handshake.initialize.request
          current?.send({ text, bytes: null, request: request === null ? null : { ...request, id: REOPENING } })
        }
      },
      Math.max(0, earliest - performance.now()),
    )
  }

  function reopened(): void {
    reopening = false
    if (handshake?.initialized !== null && handshake?.initialized !== undefined) current?.send(handshake.initialized)
    flush()
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

  return {
    server: first.server,
    open(listener) {
      events = listener
      attach(first)
    },
    send(message) {
      if (message.request?.method === 'initialize') handshake = { initialize: message, initialized: null }
      else if (message.request === null && handshake !== null && message.text.includes('notifications/initialized')) {
        handshake.initialized = message
      }
      if (current !== null && !reopening) {
        deliver(message)
        return
      }
      // A notification to a process that is gone has lost its meaning.
      if (message.request === null) return
      queue.push(message)
      startAgain()
    },
    abort(id) {
      inFlight.delete(id)
      current?.abort(id)
    },
    async close() {
      closed = true
      if (restart !== null) clearTimeout(restart)
      if (current === null) events?.closed('the connection was closed')
      else await current.close()
    },
  }
}
