/**
 * Follows a stream of server-sent events. A stream that breaks is opened anew after a pause that grows, and goes on after the last event
 * that was read; where the service no longer knows that one, `ready` says `resumed: false`, and the reader looks anew. A refusal (a key
 * that is not valid any more) ends it.
 */
import { toRefusedError } from './refused-error.ts'
import type { Schemas } from './routes.ts'

export interface ReadyEvent {
  readonly event: 'ready'
  readonly data: { readonly resumed: boolean }
}

export interface EventStreams {
  /** Every change of a hold of this key's tenant. */
  readonly '/admin/events':
    | ReadyEvent
    | { readonly event: 'hold'; readonly data: Schemas['Approval'] }
    | { readonly event: 'gate'; readonly data: Schemas['GateStatus'] & { readonly [name: string]: unknown } }
  /** Every change of a hold that this token asked for. */
  readonly '/holds/events':
    | ReadyEvent
    | { readonly event: 'hold'; readonly data: { readonly id: string; readonly state: string } }
}

export interface FollowOptions {
  readonly signal?: AbortSignal
  /** Of the first pause; each further one is twice as long. */
  readonly pauseMs?: number
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000
/** The service says something every 15 seconds. A line that is silent for longer is dead, whatever the network thinks. */
const SILENT_MS = 45_000
const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

interface Read {
  readonly event: string
  readonly data: unknown
}

export async function* followStream(
  url: string,
  key: { readonly [name: string]: string },
  send: typeof fetch,
  { signal, pauseMs: first = FIRST_PAUSE_MS }: FollowOptions,
): AsyncGenerator<Read> {
  let last: string | null = null
  let pauseMs = first
  const isOver = (): boolean => signal?.aborted === true
  while (!isOver()) {
    const line = new AbortController()
    const end = (): void => line.abort()
    signal?.addEventListener('abort', end, { once: true })
    try {
      const resume: { readonly [name: string]: string } = last === null ? {} : { 'last-event-id': last }
      const headers = { accept: 'text/event-stream', ...key, ...resume }
      const response = await send(url, { headers, signal: line.signal, redirect: 'error' })
      if (!response.ok) {
        if (!AGAIN.has(response.status)) throw await toRefusedError(response)
      } else if (response.body !== null) {
        for await (const { id, read } of readEvents(response.body, end)) {
          if (id !== null) last = id
          pauseMs = first
          yield read
        }
      }
    } catch (error) {
      if (isOver()) return
      // A refusal stands; a line that broke does not.
      if (error instanceof Error && error.name === 'RefusedError') throw error
    } finally {
      signal?.removeEventListener('abort', end)
      line.abort()
    }
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  giveUp: () => void,
): AsyncGenerator<{ readonly id: string | null; readonly read: Read }> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let waiting = ''
  for (;;) {
    const silent = setTimeout(giveUp, SILENT_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silent))
    if (done) return
    const blocks = (waiting + decoder.decode(value, { stream: true })).split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const block of blocks) {
      const found = readBlock(block)
      if (found !== null) yield found
    }
  }
}

/** `null`: a comment, or nothing that is known here. */
function readBlock(block: string): { readonly id: string | null; readonly read: Read } | null {
  const field = (name: string): string | null => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? null
  const event = field('event')
  const data = field('data')
  if (event === null || data === null) return null
  return { id: field('id'), read: { event, data: JSON.parse(data) as unknown } }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    signal?.addEventListener('abort', over, { once: true })
  })
}
