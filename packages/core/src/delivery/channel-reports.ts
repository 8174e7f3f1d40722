/**
 * How the processes of a home find the chats that they have open. Each says so in the store, for a while: so every page
 * and command shows it, also of a process that has no channel open itself. A report that is not renewed vanishes.
 *
 * Whoever reports gives no secret: a problem is a sentence for people. A report that cannot be read counts as none.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { CHAT_PLATFORMS } from '../people/chat-identity.ts'
import type { ChatPlatform } from '../people/chat-identity.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import type { Store } from '../store/store.ts'

export interface ChannelReport {
  /** The name under which it is configured. */
  readonly name: string
  readonly platform: ChatPlatform
  /** `connecting`: not reached yet, or lost; `refused`: the credentials do not work; `closed`: this process does not use it. */
  readonly state: 'connecting' | 'connected' | 'refused' | 'closed'
  /** One sentence with the next step where it is not connected. */
  readonly problem: string | null
  readonly since: number
  /** `null`: never, as far as this process knows. */
  readonly lastConnected: number | null
}

const PREFIX = 'channel-reports/'
const STATES: readonly ChannelReport['state'][] = ['connecting', 'connected', 'refused', 'closed']
const LONGEST_PROBLEM = 500

export const CHANNEL_REPORT_LASTS_MS = 60_000

/** `null`: this process has no channel open any more. What others left behind is cleared away. */
export async function reportChannels(
  store: Pick<Store, 'settings' | 'now'>,
  instance: string,
  channels: readonly ChannelReport[] | null,
): Promise<void> {
  const now = await store.now()
  const until = now + CHANNEL_REPORT_LASTS_MS
  await store.settings.put(PREFIX + instance, channels === null ? null : JSON.stringify({ until, channels }), null)
  for (const { key, value } of await store.settings.under(PREFIX)) {
    if (readReport(value).until <= now) await store.settings.swap(key, value, null, null)
  }
}

/** One for each channel that a process has open. */
export async function readChannelReports(store: Pick<Store, 'settings' | 'now'>): Promise<readonly ChannelReport[]> {
  const now = await store.now()
  return (await store.settings.under(PREFIX)).flatMap(({ value }) => channelsAt(value, now))
}

/** Those of one process; none before it has said anything. */
export async function readChannelReportsOf(
  store: Pick<Store, 'settings' | 'now'>,
  instance: string,
): Promise<readonly ChannelReport[]> {
  const text = await store.settings.get(PREFIX + instance)
  return text === null ? [] : channelsAt(text, await store.now())
}

function channelsAt(text: string, now: number): readonly ChannelReport[] {
  const { until, channels } = readReport(text)
  return until > now ? channels : []
}

function readReport(text: string): { readonly until: number; readonly channels: readonly ChannelReport[] } {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    value = null
  }
  if (!isJsonObject(value)) return { until: 0, channels: [] }
  const { until, channels } = value
  return {
    until: typeof until === 'number' ? until : 0,
    channels: Array.isArray(channels) ? channels.flatMap(readChannel) : [],
  }
}

function readChannel(value: JsonValue): readonly ChannelReport[] {
  if (!isJsonObject(value)) return []
  const { name, problem, since, lastConnected } = value
  const platform = CHAT_PLATFORMS.find((each) => each === value['platform'])
  const state = STATES.find((each) => each === value['state'])
  if (typeof name !== 'string' || platform === undefined || state === undefined || typeof since !== 'number') return []
  return [
    {
      name,
      platform,
      state,
      problem: typeof problem === 'string' ? clipVisible(showInOneLine(problem), LONGEST_PROBLEM) : null,
      since,
      lastConnected: typeof lastConnected === 'number' ? lastConnected : null,
    },
  ]
}
