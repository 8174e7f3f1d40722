/**
 * Tells the operators, in the places that are configured for it, of callers that send no rationale while that is still let
 * pass: one plain line for each caller in each place, whichever process has the channel open, and never anything of the
 * arguments. A line that may have arrived is not sent again; one that certainly did not is, when the place can be reached. The
 * log and the audit have it in any case.
 */
import { listMissingRationale, showInOneLine } from '@holdpoint/core'
import type { MissingRationale, Store } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { Channel, Place } from '../channel.ts'
import { questionWord } from './question-words.ts'

export interface AlertsOptions {
  readonly store: Store
  /** Those that are open here, by name. */
  readonly channels: ReadonlyMap<string, Channel>
  /** Where operators are told; empty: nowhere. */
  readonly places: () => readonly { readonly channel: string; readonly place: Place }[]
  readonly localeOf: (channel: string) => string
  readonly log: (message: string) => void
}

const TOLD_KEY = 'channel-alert:'
/** At once, in one place: a new setting is no flood. */
const MOST_AT_ONCE = 10
/** Of a name in the line: clients choose theirs. */
const LONGEST_NAME = 100
/** A place that takes nothing is not asked again before: an operator has to let the bot in first. */
const REFUSED_FOR_MS = 15 * 60_000

/** Answers what looks for callers that nobody was told of. */
export function createAlerts(options: AlertsOptions): () => Promise<void> {
  const { store } = options
  /** Alerts that a place has had, so that the store is not asked again. */
  const alerted = new Set<string>()
  /** Places that took nothing, and until when they are left alone. */
  const resting = new Map<string, number>()

  async function tell(alert: MissingRationale, name: string, place: Place): Promise<boolean> {
    const key = `${TOLD_KEY}${JSON.stringify([alert.key, name, place.kind, place.id])}`
    const channel = options.channels.get(name)
    if (alerted.has(key) || channel === undefined) return false
    // Before it is sent: of several processes, and after a crash, nobody sends it a second time.
    const isFirst = await store.settings.swap(key, null, 'told', null)
    alerted.add(key)
    if (!isFirst) return false
    try {
      await channel.say(place, lineOf(alert, options.localeOf(name)))
      return true
    } catch (error) {
      const isLater = error instanceof ChannelError && error.kind === 'later'
      if (!isLater)
        options.log(`${name}: ${place.id} could not be told of a caller without a rationale: ${String(error)}`)
      if (!(error instanceof ChannelError) || error.kind === 'unknown') return false
      resting.set(placeKey(name, place), performance.now() + (isLater ? error.retryAfterMs : REFUSED_FOR_MS))
      alerted.delete(key)
      await store.settings.swap(key, 'told', null, null)
      return false
    }
  }

  return async () => {
    const places = options.places()
    if (places.length === 0) return
    const now = await store.now()
    const alerts = (await listMissingRationale(store)).filter(({ until }) => now < until)
    for (const { channel, place } of places) {
      const key = placeKey(channel, place)
      if (performance.now() < (resting.get(key) ?? 0)) continue
      resting.delete(key)
      let count = 0
      for (const alert of alerts) {
        if (count >= MOST_AT_ONCE || resting.has(key)) break
        if (await tell(alert, channel, place)) count += 1
      }
    }
  }
}

function placeKey(channel: string, { kind, id }: Place): string {
  return JSON.stringify([channel, kind, id])
}

function lineOf({ principal, client, server, tool, until }: MissingRationale, locale: string): string {
  const date = new Date(until).toISOString().slice(0, 10)
  return questionWord(locale, 'rationaleMissing', {
    who: shortened(principal),
    host: shortened(client),
    where: shortened(server),
    what: shortened(tool),
    date,
  })
}

function shortened(name: string): string {
  const line = showInOneLine(name)
  return line.length <= LONGEST_NAME ? line : `${Array.from(line.slice(0, LONGEST_NAME)).slice(0, -1).join('')}…`
}
