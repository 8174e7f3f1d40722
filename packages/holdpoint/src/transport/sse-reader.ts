/** Reads server-sent events from a byte stream: joins data lines, remembers ids and the retry hint. Nothing is obeyed. */
import { createLineSplitter } from './line-splitter.ts'

export interface ServerSentEvent {
  readonly data: string
  readonly id: string | null
}

export interface SseReader {
  feed(chunk: Buffer): void
  readonly lastEventId: string | null
  readonly retryMs: number | null
}

export function createSseReader(
  limit: number,
  onEvent: (event: ServerSentEvent) => void,
  onTooLong: (head: string) => void,
): SseReader {
  let data: string[] = []
  let id: string | null = null
  let lastEventId: string | null = null
  let retryMs: number | null = null

  function line(text: string): void {
    if (text.startsWith(':')) return
    const colon = text.indexOf(':')
    const field = colon === -1 ? text : text.slice(0, colon)
    const rest = colon === -1 ? '' : text.slice(colon + 1)
    const value = rest.startsWith(' ') ? rest.slice(1) : rest
    if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) {
      id = value
      lastEventId = value
    } else if (field === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value)
  }

  function dispatch(): void {
    if (data.length > 0) onEvent({ data: data.join('\n'), id })
    data = []
    id = null
  }

  const splitter = createLineSplitter(limit, {
    line: (bytes) => {
      if (bytes.length === 0) dispatch()
      else line(bytes.toString('utf8'))
    },
    tooLong: (head) => onTooLong(head.toString('utf8')),
  })
  return {
    feed: (chunk) => splitter(chunk),
    get lastEventId() {
      return lastEventId
    },
    get retryMs() {
      return retryMs
    },
  }
}
