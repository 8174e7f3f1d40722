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
const due = new Set<PostAnswer>()
let looking: NodeJS.Timeout | null = null

function look(): void {
  const now = performance.now()
  for (const answer of due) answer.showLife(now)
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
  const answer = new PostAnswer(response, options)
  due.add(answer)
  looking ??= setInterval(look, LOOK_EVERY_MS).unref()
  response.once('close', () => answer.closed())
  return answer
}

/** It lets go of the response at its end: tables of open requests that the engine has outgrown still point here. */
class PostAnswer implements PostStream {
  readonly #since = performance.now()
  #saidAt = Number.NEGATIVE_INFINITY
  /** Both `null` once the answer is written, or nobody is left to receive it. */
  #response: ServerResponse | null
  #options: PostStreamOptions | null

  constructor(response: ServerResponse, options: PostStreamOptions) {
    this.#response = response
    this.#options = options
  }

  get ended(): boolean {
    return this.#response === null
  }

  /** Proxies and clients give up on a silent connection; a stream can show that it lives. */
  showLife(now: number): void {
    if (now - this.#since < STREAM_AFTER_MS || now - this.#saidAt < KEEPALIVE_MS) return
    this.#saidAt = now
    if (this.#stream()) this.#response?.write(': keepalive\n\n')
  }

  send(text: string): void {
    if (this.#stream()) this.#response?.write(toEvent(text))
  }

  answer(text: string, status: number): void {
    const response = this.#response
    const options = this.#options
    this.#letGo()
    if (response === null || options === null) return
    if (response.headersSent) response.end(toEvent(text))
    else {
      const head = ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))]
      for (const name in options.headers) head.push(name, options.headers[name] ?? '')
      // As a text it leaves together with the head, in one write.
      response.writeHead(status, head).end(text)
    }
  }

  closed(): void {
    const options = this.#options
    this.#letGo()
    options?.onAbandoned()
  }

  /** Answers whether a stream has begun. */
  #stream(): boolean {
    const response = this.#response
    const options = this.#options
    if (response === null || options === null) return false
    if (!response.headersSent && options.mayStream) {
      response.writeHead(200, { ...options.headers, ...EVENT_STREAM_HEADERS })
      response.flushHeaders()
    }
    return response.headersSent
  }

  #letGo(): void {
    due.delete(this)
    this.#response = null
    this.#options = null
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
