/**
 * `GET /admin/events`: every change of a hold of the caller's tenant, as it happens.
 *
 * `ready` comes first and says whether the stream resumed after `Last-Event-ID`; if not, the reader lists anew: since
 * the stream is open by then, nothing falls between list and stream. `hold` carries the approval, `gate` the pause. A
 * key that is revoked or expires ends its streams.
 */
import type { Api, ApiContext } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import { gateStatusFor } from './gate-status.ts'
import type { HoldFeed } from './hold-feed.ts'
import type { HttpOptions } from '../http-options.ts'
import { toProblemResponse, tooMany } from '../problem.ts'
import { toShownApproval } from './shown-approval.ts'

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
const RECONNECT_MS = 1000

export function addEventRoutes(api: Api, options: HttpOptions, feed: HoldFeed): void {
  const openStreams = new Map<string, number>()

  api.openAPIRegistry.registerPath({
    method: 'get',
    path: '/admin/events',
    summary: 'Server-sent events: every hold change',
    responses: {
      '200': { description: 'A stream of `ready`, `hold` and `gate` events.', content: { 'text/event-stream': {} } },
    },
  })

  api.get('/admin/events', requireReader(), async (context) => {
    if (context.req.method === 'HEAD') return new Response(null, { headers: HEADERS })
    const caller = context.get('caller')?.id ?? ''
    const open = openStreams.get(caller) ?? 0
    if (open >= options.limits.streamsPerCaller) return toProblemResponse(tooMany(RECONNECT_MS))
    openStreams.set(caller, open + 1)
    tellWatchers()
    const stream = follow(context, () => {
      const left = (openStreams.get(caller) ?? 1) - 1
      if (left === 0) openStreams.delete(caller)
      else openStreams.set(caller, left)
      tellWatchers()
    })
    return new Response(stream.body, { headers: HEADERS })
  })

  function tellWatchers(): void {
    options.onWatchers([...openStreams.values()].reduce((sum, count) => sum + count, 0))
  }

  function follow(context: ApiContext, onEnd: () => void): EventStream {
    const tenant = tenantOf(context, options)
    const secret = context.get('secret')
    const stream = createEventStream(end)
    const unfollow = feed.follow({
      holdChanged(hold, sequence) {
        if (hold.call.tenant !== tenant) return
        stream.send({ name: 'hold', id: sequence, data: toShownApproval(hold, context.get('caller')) })
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
    let gateSent = ''
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
        await tellGate(sequence)
      } catch (error) {
        options.log('an event stream could not read the pause', error)
        stream.close()
      }
    }

    /** Sent when it differs from what was sent last: other settings change too. */
    async function tellGate(sequence: number | null): Promise<void> {
      const keyId = context.get('caller')?.id ?? null
      const secondUse = keyId === null ? null : await options.access.lastSecondUse(keyId)
      const data = {
        ...(await gateStatusFor(options, context.get('caller'))),
        notices: await options.store.continuity.notices(),
        link_used_again_at: secondUse === null ? null : new Date(secondUse).toISOString(),
      }
      const text = JSON.stringify(data)
      if (text === gateSent) return
      gateSent = text
      stream.send({ name: 'gate', id: sequence, data })
    }

    // A caller that left while its key was checked has closed already, and no event will say so again.
    if (outgoing.destroyed) stream.close()
    else void begin(context, stream, tenant, tellGate)
    return stream
  }

  async function begin(
    context: ApiContext,
    stream: EventStream,
    tenant: string,
    tellGate: (sequence: number | null) => Promise<void>,
  ): Promise<void> {
    const last = context.req.header('last-event-id') ?? ''
    const missed = /^\d{1,15}$/.test(last) ? feed.changedSince(Number(last)) : null
    stream.comment(`holdpoint ${options.version}`)
    stream.send({ name: 'ready', id: null, data: { resumed: missed !== null } })
    try {
      for (const id of missed ?? []) {
        const hold = await options.store.holds.look(id)
        if (hold !== null && hold.call.tenant === tenant) {
          stream.send({ name: 'hold', id: Number(last), data: toShownApproval(hold, context.get('caller')) })
        }
      }
      await tellGate(null)
    } catch (error) {
      options.log('an event stream could not begin', error)
      stream.close()
    }
  }
}

/** The wire form of server-sent events, with a bound on what a reader that does not read may make us keep. */
interface EventStream {
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
