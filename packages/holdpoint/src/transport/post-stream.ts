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

export function createPostStream(
  response: ServerResponse,
  options: { readonly mayStream: boolean; readonly headers: { readonly [name: string]: string } },
): PostStream {
  let keepalive: NodeJS.Timeout | null = null
  let ended = false

  function stream(): void {
    if (response.headersSent || !options.mayStream) return
    response.writeHead(200, { ...options.headers, ...EVENT_STREAM_HEADERS })
    response.flushHeaders()
    keepalive = setInterval(() => response.write(': keepalive\n\n'), KEEPALIVE_MS).unref()
  }
  // Proxies and clients give up on a silent connection; a stream can show that it lives.
  const patience = setTimeout(stream, STREAM_AFTER_MS).unref()
  response.once('close', () => {
    ended = true
    clearTimeout(patience)
    if (keepalive !== null) clearInterval(keepalive)
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
      clearTimeout(patience)
      if (response.headersSent) response.end(toEvent(text))
      else {
        const headers = {
          ...options.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }
        // As a text it leaves together with the head, in one write.
        response.writeHead(status, headers).end(text)
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
