/**
 * The long connection of socket mode. It is opened again with growing pauses, one attempt at a time: the vendor's client makes
 * each connection and acknowledges, but does not reconnect, since a refusal during its own reconnect ends the process.
 */
import { isJsonObject, say } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import { SILENT, clientOptions, fromSlackError } from './slack-api.ts'
import type { ReconnectPauses } from '../reconnect-pauses.ts'

export interface SocketConnectionOptions {
  readonly appToken: string
  readonly apiUrl: string
  readonly pauses: ReconnectPauses
  /** Resolves once the envelope may be acknowledged; it never rejects. */
  readonly received: (type: string, payload: JsonObject) => Promise<void>
  readonly changed: (state: SocketState) => void
}

export type SocketState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'connecting'; readonly why: string }
  | { readonly kind: 'refused'; readonly error: ChannelError }

export interface SocketConnection {
  /** Resolves with the first connection; rejects where Slack refuses the app token, or where it is closed before. */
  open(): Promise<void>
  close(): Promise<void>
}

/** Slack's connection is there when it says hello. */
const HELLO_TIMEOUT_MS = 15_000
const SLACK = { platform: 'Slack' } as const

interface SlackEnvelope {
  readonly ack: () => Promise<void>
  readonly type: string
  readonly body: JsonValue | undefined
}

export function createSocketConnection(options: SocketConnectionOptions): SocketConnection {
  const closing = new AbortController()
  let failures = 0
  let ended: Promise<void> = Promise.resolve()
  let current: { disconnect(): Promise<void> } | null = null

  /** Resolves once the connection is over; `up` is called when it stands. */
  const connectOnce = async (up: () => void): Promise<void> => {
    const { SocketModeClient } = await import('@slack/socket-mode')
    const client = new SocketModeClient({
      appToken: options.appToken,
      autoReconnectEnabled: false,
      logger: SILENT,
      clientOptions: {
        ...clientOptions(options.apiUrl),
        fetch: (url, init) => fetch(url, { ...init, signal: anySignal(closing.signal, init?.signal) }),
      },
    })
    const over = new Promise<void>((resolve) => client.once('disconnected', () => resolve()))
    client.on('slack_event', ({ ack, type, body }: SlackEnvelope) => {
      if (closing.signal.aborted) return
      const taken = isJsonObject(body) ? options.received(type, body) : Promise.resolve()
      void taken.then(ack).catch(() => undefined)
    })
    const starting = client.start()
    const late = setTimeout(() => void client.disconnect(), HELLO_TIMEOUT_MS)
    current = client
    try {
      // Rejects with nothing where the connection ends before it says hello.
      await starting.catch((error: unknown) => {
        throw fromSlackError('apps.connections.open', error ?? {})
      })
      // Closed while it was made: the client knows of no wish to close that came before its socket.
      if (closing.signal.aborted) void client.disconnect()
      else up()
    } finally {
      clearTimeout(late)
    }
    await over
  }

  const keepOpen = async (up: () => void): Promise<void> => {
    while (!closing.signal.aborted) {
      let openedAt: number | null = null
      let why = say('channelLost', SLACK)
      let retryAfterMs = 0
      try {
        await connectOnce(() => {
          openedAt = performance.now()
          options.changed({ kind: 'connected' })
          up()
        })
      } catch (error) {
        if (closing.signal.aborted) return
        const failed = error instanceof ChannelError ? error : new ChannelError('unknown', say('channelLost', SLACK))
        if (failed.kind === 'refused') {
          options.changed({ kind: 'refused', error: failed })
          throw failed
        }
        why = failed.message
        retryAfterMs = failed.retryAfterMs
      } finally {
        current = null
      }
      if (closing.signal.aborted) return
      options.changed({ kind: 'connecting', why })
      // A connection that did not last counts as a failure, so that Slack is not asked for ever new ones.
      const lasted = openedAt !== null && performance.now() - openedAt >= options.pauses.mostMs
      failures = lasted ? 0 : failures + 1
      await pauseFor(failures, options.pauses, retryAfterMs, closing.signal)
    }
  }

  return {
    open() {
      return new Promise((resolve, reject) => {
        ended = keepOpen(resolve).then(
          () => reject(new ChannelError('later', say('channelClosed', SLACK))),
          (error: unknown) => reject(error as Error),
        )
      })
    },
    async close() {
      closing.abort()
      await current?.disconnect()
      await ended
    },
  }
}

/** Whether Slack takes the token. It gives out an address, to which nothing is connected. Rejects with a `ChannelError`. */
export async function tryAppToken({
  appToken,
  apiUrl,
}: Pick<SocketConnectionOptions, 'appToken' | 'apiUrl'>): Promise<void> {
  const { WebClient } = await import('@slack/web-api')
  await new WebClient(appToken, clientOptions(apiUrl)).apps.connections.open({}).catch((error: unknown) => {
    throw fromSlackError('apps.connections.open', error)
  })
}

/**
 * Doubled with each failure, up to the longest; a fifth of it by chance, so that processes do not come back in step. Not shorter
 * than the platform asks for. It ends at once when the channel is closed.
 */
export function pauseFor(
  failures: number,
  { firstMs, mostMs }: ReconnectPauses,
  atLeastMs: number,
  closing: AbortSignal,
): Promise<void> {
  const doubled = failures === 0 ? 0 : Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20))
  const milliseconds = Math.max(atLeastMs, doubled * (0.9 + Math.random() * 0.2))
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      closing.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    closing.addEventListener('abort', done)
    if (closing.aborted) done()
  })
}

function anySignal(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  return other === null || other === undefined ? one : AbortSignal.any([one, other])
}
