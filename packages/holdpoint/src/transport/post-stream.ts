/**
 * The answer to one POST: plain JSON where the answer is all there is, a stream of events as soon as something has to be
 * said before it, or the wait grows long.
 */
import type { ServerResponse } from 'node:http'

export interface PostStream {
  send(text: string): void
  answer(text: string, status: number): void
  readonly ended: boolean
}

const STREAM_AFTER_MS = 5_000
const KEEPALIVE_MS = 15_000
const LOOK_EVERY_MS = 1_000

/** Answers that are still due. One timer looks after all of them: one per request would cost more than the request. */
const due = new Set<Due>()
let looking: NodeJS.Timeout | null = null

interface Due {
  readonly since: number
  saidAt: number
  /** Begins the stream, or shows that it lives. */
  showLife(): void
}

function look(): void {
  const now = performance.now()
  for (const entry of due) {
    if (now - entry.since < STREAM_AFTER_MS || now - entry.saidAt < KEEPALIVE_MS) continue
    entry.saidAt = now
    entry.showLife()
  }
  if (due.size > 0 || looking === null) return
  clearInterval(looking)
  looking = null
}

export interface PostStreamOptions {
  readonly mayStream: boolean
  readonly headers: { readonly [name: string]: string }
  /** The connection closed before the answer was written. */
  readonly onAbandoned: () => void
}

export function createPostStream(response: ServerResponse, options: PostStreamOptions): PostStream {
  let ended = false
  // Proxies and clients give up on a silent connection; a stream can show that it lives.
  const entry: Due = {
    since: performance.now(),
    saidAt: Number.NEGATIVE_INFINITY,
    showLife() {
      stream()
      if (response.headersSent) response.write(': keepalive\n\n')
    },
  }
  due.add(entry)
  looking ??= setInterval(look, LOOK_EVERY_MS).unref()

  function stream(): void {
    if (response.headersSent || !options.mayStream) return
    response.writeHead(200, { ...options.headers, ...EVENT_STREAM_HEADERS })
    response.flushHeaders()
  }

  response.once('close', () => {
    due.delete(entry)
    if (ended) return
    ended = true
    options.onAbandoned()
  })

  return {
    get ended() {
      return ended
    },
    send(text) {
      if (ended) return
      stream()
      if (response.headersSent) response.write(toEvent(text))
    },
    answer(text, status) {
      if (ended) return
      ended = true
      due.delete(entry)
      if (response.headersSent) response.end(toEvent(text))
      else {
        const head = ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))]
        for (const name in options.headers) head.push(name, options.headers[name] ?? '')
        // As a text it leaves together with the head, in one write.
        response.writeHead(status, head).end(text)
      }
    },
  }
}

export const EVENT_STREAM_HEADERS: { readonly [name: string]: string } = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export function toEvent(text: string): string {
  const data = text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/).join('\ndata: ') : text
  return `event: message\ndata: ${data}\n\n`
}
