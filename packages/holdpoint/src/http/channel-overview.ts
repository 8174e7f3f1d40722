/**
 * The chats that are configured or open: how each process of the home finds them, and how many questions of a tenant
 * stand there or could not be brought there. It opens nothing and asks no platform: processes report in the store.
 */
import { CHAT_PLATFORMS, mayBeAnswered, readChannelReports, say } from '@holdpoint/core'
import type { ChannelReport, Delivery, Store } from '@holdpoint/core'
import type { PolicyConfig } from '@holdpoint/core/policy'
import type { ChannelOverview, ChannelProcess } from './http-options.ts'

const DAY_MS = 24 * 60 * 60_000
/** Of the newest so many questions of all tenants: what is counted has a bound. */
const COUNTED = 2000
const PENDING = {
  state: 'pending',
  server: null,
  tool: null,
  risk: null,
  text: null,
  limit: 200,
  cursor: null,
} as const
/** The best comes first: one process that is connected is enough to ask people. */
const BEST_FIRST: readonly ChannelReport['state'][] = ['connected', 'connecting', 'refused', 'closed']

export function createChannelOverview(
  store: Store,
  config: () => Pick<PolicyConfig, 'channels'>,
): (tenant: string) => Promise<readonly ChannelOverview[]> {
  return async (tenant) => {
    const reports = await readChannelReports(store)
    const configured = Object.keys(config().channels.connections)
    const names = new Set([...configured, ...reports.map(({ name }) => name)])
    if (names.size === 0) return []
    const since = (await store.now()) - DAY_MS
    const deliveries = (await store.deliveries.newest(COUNTED)).filter((delivery) => delivery.tenant === tenant)
    const pending = new Set((await store.holds.list({ ...PENDING, tenant })).holds.map(({ id }) => id))
    return [...names].sort().map((name) => {
      const here = deliveries.filter(({ channel }) => channel === name)
      return {
        ...describeChannel(
          name,
          reports.filter((report) => report.name === name),
        ),
        open_questions: here.filter((delivery) => isOpen(delivery) && pending.has(delivery.hold)).length,
        failed_deliveries: here.filter(({ state, createdAt }) => state === 'failed' && createdAt >= since).length,
      }
    })
  }
}

function isOpen(delivery: Delivery): boolean {
  return delivery.state !== 'failed' && mayBeAnswered(delivery)
}

function describeChannel(
  name: string,
  reports: readonly ChannelReport[],
): Omit<ChannelOverview, 'open_questions' | 'failed_deliveries'> {
  const [best, ...others] = reports.toSorted(
    (one, other) => BEST_FIRST.indexOf(one.state) - BEST_FIRST.indexOf(other.state) || one.since - other.since,
  )
  const platform = best?.platform ?? CHAT_PLATFORMS.find((each) => each === name) ?? name
  if (best === undefined) {
    const problem = say('channelNotOpen', { platform })
    return { name, platform, state: 'closed', problem, since: null, last_connected: null, processes: [] }
  }
  const connected = [best, ...others].flatMap(({ lastConnected }) => (lastConnected === null ? [] : [lastConnected]))
  return {
    name,
    platform,
    ...toProcess(best),
    last_connected: connected.length === 0 ? null : toText(Math.max(...connected)),
    processes: [best, ...others].map(toProcess),
  }
}

function toProcess({ state, problem, since }: ChannelReport): ChannelProcess {
  return { state, problem, since: toText(since) }
}

function toText(moment: number): string {
  return new Date(moment).toISOString()
}
