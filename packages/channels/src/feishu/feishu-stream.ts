/**
 * Feishu's long connection through the SDK's client, opened again after a loss with pauses that grow. The SDK would wait up
 * to half a minute after a loss and two minutes after each failure, and takes "system busy" for final, so each connection is
 * a client of its own, which is ended at its first failure.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { WSClient } from '@larksuiteoapi/node-sdk'
import { toFailure } from './feishu-api.ts'
import type { FeishuApi, FeishuApp, LoadedSdk } from './feishu-api.ts'
import { refusesCredentials } from './feishu-failure.ts'
import type { FeishuFailure } from './feishu-failure.ts'
import type { ReconnectPauses } from '../reconnect-pauses.ts'

export interface FeishuStream {
  /** Resolves once the connection stands for the first time; rejects with a `FeishuFailure` where the app is refused. */
  open(): Promise<void>
  close(): void
}

/** Between attempts; each is up to twice as long as the one before. */
export interface StreamEvents {
  /** What the SDK parsed: its answer travels back in the same frame. A rejection lets Feishu send the event again. */
  event(payload: unknown): Promise<unknown>
  connected(): void
  /** `null`: the connection ended, and nothing more is known. */
  lost(failure: FeishuFailure | null): void
  /** Nothing is tried after it. */
  refused(failure: FeishuFailure): void
}

const HANDSHAKE_TIMEOUT_MS = 10_000
/** In seconds: a connection that answers no ping is dead. */
const PING_TIMEOUT = 20
/** The SDK reports a failed first attempt by nothing but its state. */
const LOOK_MS = 40

export function createFeishuStream(
  app: FeishuApp,
  api: FeishuApi,
  pauses: ReconnectPauses,
  random: () => number,
  events: StreamEvents,
): FeishuStream {
  const closing = new AbortController()
  let client: WSClient | null = null

  const end = (): void => {
    client?.close({ force: true })
    client = null
  }

  /** One connection, until it ends: `null`, or why it did not come about. */
  const connect = async (loaded: LoadedSdk, stands: () => void): Promise<FeishuFailure | null> => {
    let failure: FeishuFailure | null = null
    let endWith: (failure: FeishuFailure | null) => void = () => {}
    const ended = new Promise<FeishuFailure | null>((resolve) => {
      endWith = resolve
    })
    const mine = new loaded.sdk.WSClient({
      appId: app.appId,
      appSecret: app.appSecret,
      domain: app.baseUrl,
      logger: loaded.logger,
      loggerLevel: loaded.sdk.LoggerLevel.fatal,
      httpInstance: {
        ...loaded.http,
        // The SDK forgets what was answered where the body has no data.
        request: (async (options: Parameters<LoadedSdk['http']['request']>[0]) => {
          try {
            return (await loaded.http.request(options)) as unknown
          } catch (error) {
            failure = toFailure(error, options.url)
            throw error
          }
        }) as LoadedSdk['http']['request'],
      },
      handshakeTimeoutMs: HANDSHAKE_TIMEOUT_MS,
      wsConfig: { pingTimeout: PING_TIMEOUT },
      onReady: stands,
      onReconnecting: () => endWith(null),
      onError: (error) => endWith(failure ?? toFailure(error)),
    })
    client = mine
    const dispatcher = new loaded.sdk.EventDispatcher({
      logger: loaded.logger,
      loggerLevel: loaded.sdk.LoggerLevel.fatal,
    })
    // The whole payload is read by us: the SDK's own reading mixes the members of head and event.
    dispatcher.invoke = async (payload: unknown) => events.event(payload)
    await mine.start({ eventDispatcher: dispatcher })
    const looking = setInterval(() => {
      const { state, nextConnectTime } = mine.getConnectionStatus()
      if (state !== 'connected' && nextConnectTime !== undefined) endWith(failure ?? toFailure(null, '/ws/endpoint'))
    }, LOOK_MS)
    closing.signal.addEventListener('abort', () => endWith(null), { once: true })
    try {
      return await ended
    } finally {
      clearInterval(looking)
      if (client === mine) end()
    }
  }

  /** Until it is closed, or refused. */
  const keepConnected = async (stands: () => void): Promise<void> => {
    const loaded = await api.load()
    let failures = 0
    while (!closing.signal.aborted) {
      let stood = false
      const failure = await connect(loaded, () => {
        stood = true
        failures = 0
        events.connected()
        stands()
      })
      if (closing.signal.aborted) return
      if (failure !== null && refusesCredentials(failure)) {
        events.refused(failure)
        throw failure
      }
      events.lost(stood ? null : failure)
      const longest = Math.min(pauses.mostMs, pauses.firstMs * 2 ** failures)
      failures += 1
      await pause(longest * (0.75 + 0.5 * random()), undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    open: () =>
      new Promise((resolve, reject) => {
        keepConnected(resolve).then(resolve, reject)
      }),
    close() {
      closing.abort()
      end()
    },
  }
}
