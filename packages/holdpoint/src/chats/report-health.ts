/**
 * Tells the other processes of the home how this one finds its chats: at once when that changes, and now and then that it
 * still is so. What cannot be told holds nothing up; the report of a process that died vanishes by itself.
 */
import { CHANNEL_REPORT_LASTS_MS, reportChannels } from '@holdpoint/core'
import type { ChannelReport, Store } from '@holdpoint/core'
import type { ChannelStatus } from '@holdpoint/channels'
import type { Log } from '../home/log.ts'

export interface HealthReportingOptions {
  readonly store: Store
  /** This process. */
  readonly self: string
  readonly health: () => readonly ChannelStatus[]
  readonly log: Log
}

export interface HealthReporting {
  start(): void
  /** This process has no channel open any more. */
  end(): Promise<void>
}

/** Looking costs nothing: it reads no store and asks no platform. */
const LOOK_EVERY_MS = 500
const RENEW_EVERY_MS = CHANNEL_REPORT_LASTS_MS / 3

export function reportHealth({ store, self, health, log }: HealthReportingOptions): HealthReporting {
  const connectedAt = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let reported = ''
  let reportedAt = Number.NEGATIVE_INFINITY
  let reporting: Promise<void> = Promise.resolve()

  function look(): void {
    const now = Date.now()
    const channels = health().map(({ name, platform, state, problem, since }): ChannelReport => {
      if (state === 'connected') connectedAt.set(name, now)
      return { name, platform, state, problem, since, lastConnected: connectedAt.get(name) ?? null }
    })
    const summary = JSON.stringify(channels.map(({ name, state, problem }) => [name, state, problem]))
    if (summary === reported && performance.now() - reportedAt < RENEW_EVERY_MS) return
    reported = summary
    reportedAt = performance.now()
    report(channels)
  }

  /** One after the other, so that the last one stands. */
  function report(channels: readonly ChannelReport[] | null): void {
    reporting = reporting
      .then(async () => await reportChannels(store, self, channels))
      .catch((error: unknown) => log(`other processes could not be told how chats are reached: ${String(error)}`))
  }

  return {
    start() {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
      look()
    },
    async end() {
      if (timer === null) return
      clearInterval(timer)
      report(null)
      await reporting
    },
  }
}
