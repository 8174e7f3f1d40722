/**
 * Streams of changes of holds. `ready` comes first and says whether the stream resumed after `Last-Event-ID`; if not, the reader looks
 * anew: since the stream is open by then, nothing falls between look and stream. What a reader sees is the route's to say. A key that is
 * revoked or expires ends its streams, and a reader that does not read makes us keep only so much.
 */
import type { ListedHold } from '@holdpoint/core'
import type { ApiContext } from '../api.ts'
import type { HttpOptions } from '../http-options.ts'
import { toProblemResponse, tooMany } from '../problem.ts'
import type { HoldFeed } from './hold-feed.ts'

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
const RECONNECT_MS = 1000

/** What one kind of reader is told. */
export interface StreamReader {
  sees(hold: ListedHold): boolean
  show(hold: ListedHold): unknown
  /** What is told beside holds: at the beginning, and when settings change. */
  tellMore(stream: EventStream, sequence: number | null): Promise<void>
}

export interface HoldStreams {
  open(context: ApiContext, reader: StreamReader): Response
}

/** `onCount`: how many are open. */
export function createHoldStreams(
  options: HttpOptions,
  feed: HoldFeed,
  onCount: (open: number) => void = () => {},
): HoldStreams {
  const openStreams = new Map<string, number>()

  function tellCount(): void {
    onCount([...openStreams.values()].reduce((sum, count) => sum + count, 0))
  }

  function follow(context: ApiContext, reader: StreamReader, onEnd: () => void): EventStream {
    const secret = context.get('secret')
    const stream = createEventStream(end)
    const unfollow = feed.follow({
      holdChanged(hold, sequence) {
        if (reader.sees(hold)) stream.send({ name: 'hold', id: sequence, data: reader.show(hold) })
      },
      settingsChanged: (sequence) => void checkAndTell(sequence),
      ended: () => stream.close(),
    })
    const heartbeat = setInterval(
      () => void checkKey().then((valid) => valid && stream.comment('still here')),
      options.limits.heartbeatMs,
    )
    heartbeat.unref()
    let ended = false
    const { outgoing } = context.env
    outgoing.once('close', () => stream.close())

    function end(): void {
      if (ended) return
      ended = true
      clearInterval(heartbeat)
      unfollow()
      onEnd()
    }

    async function checkKey(): Promise<boolean> {
      try {
        if (secret === null || (await options.access.authenticate(secret)) !== null) return true
      } catch (error) {
        options.log('an event stream could not check its key', error)
      }
      stream.close()
      return false
    }

    async function checkAndTell(sequence: number): Promise<void> {
      if (!(await checkKey())) return
      try {
        await reader.tellMore(stream, sequence)
      } catch (error) {
        options.log('an event stream could not read the settings', error)
        stream.close()
      }
    }

    // A caller that left while its key was checked has closed already, and no event will say so again.
    if (outgoing.destroyed) stream.close()
    else void begin(context, stream, reader)
    return stream
  }

  async function begin(context: ApiContext, stream: EventStream, reader: StreamReader): Promise<void> {
    const last = context.req.header('last-event-id') ?? ''
    const missed = /^\d{1,15}$/.test(last) ? feed.changedSince(Number(last)) : null
    stream.comment(`holdpoint ${options.version}`)
    stream.send({ name: 'ready', id: null, data: { resumed: missed !== null } })
    try {
      for (const id of missed ?? []) {
        const hold = await options.store.holds.look(id)
        if (hold !== null && reader.sees(hold)) stream.send({ name: 'hold', id: Number(last), data: reader.show(hold) })
      }
      await reader.tellMore(stream, null)
    } catch (error) {
      options.log('an event stream could not begin', error)
      stream.close()
    }
  }

  return {
    open(context, reader) {
      if (context.req.method === 'HEAD') return new Response(null, { headers: HEADERS })
      const caller = context.get('caller')?.id ?? ''
      const open = openStreams.get(caller) ?? 0
      if (open >= options.limits.streamsPerCaller) return toProblemResponse(tooMany(RECONNECT_MS))
      openStreams.set(caller, open + 1)
      tellCount()
      const stream = follow(context, reader, () => {
        const left = (openStreams.get(caller) ?? 1) - 1
        if (left === 0) openStreams.delete(caller)
        else openStreams.set(caller, left)
        tellCount()
      })
      return new Response(stream.body, { headers: HEADERS })
    },
  }
}

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  send(event: { readonly name: string; readonly id: number | null; readonly data: unknown }): void
  comment(text: string): void
  close(): void
}

const MOST_BYTES_WAITING = 4 * 1024 * 1024

function createEventStream(onClosed: () => void): EventStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel() {
        controller = null
        onClosed()
      },
    },
    { highWaterMark: MOST_BYTES_WAITING, size: (chunk) => chunk?.byteLength ?? 0 },
  )

  function write(text: string): void {
    if (controller === null) return
    if ((controller.desiredSize ?? 0) <= 0) return close()
    controller.enqueue(encoder.encode(text))
  }

  function close(): void {
    if (controller === null) return
    const ending = controller
    controller = null
    ending.close()
    onClosed()
  }

  return {
    body,
    // JSON has no raw line breaks, so data is always one line.
    send: ({ name, id, data }) =>
      write(`event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    close,
  }
}
