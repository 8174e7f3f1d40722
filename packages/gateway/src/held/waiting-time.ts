/**
 * How long a call may wait for a person, and waits that keep no process alive and leave nothing behind. A wait that no
 * person can end is a hang: where none can be reached, the envelope goes out at once. What is known of a host by its
 * name shortens a wait and never lengthens one.
 */
import type { CallCarrier, Caller } from '../calls/caller.ts'
import { profileOf } from '../rails/host-profiles.ts'

export type WaitSetting = 'auto' | number

/** Where a person can be reached: by a question in the caller's own host, or by anything else. */
export type Reach = 'nobody' | 'in-host' | 'elsewhere'

/** What decides how long a host waits: its name, and whether it asked for signs of life. */
type WaitingHost = Pick<Caller, 'client'> & Pick<CallCarrier, 'progressToken'>

/** Hosts that cut calls at 60 s, or that send no progress token, get their answer before they give up. */
const SHORT_CAP_MS = 45_000
const LONG_CAP_MS = 300_000
/** Of the time that a host allows, so that the answer still arrives. */
const SHARE_OF_LIMIT = 0.75
/** Of the last moments it cannot be said whether the host was still there. */
const ON_ITS_WAY_MS = 1_000

export function waitMilliseconds(setting: WaitSetting, reach: Reach, host: WaitingHost): number {
  if (setting !== 'auto') return setting
  if (reach === 'nobody') return 0
  const showsProgress = host.progressToken !== null
  const cap = showsProgress ? LONG_CAP_MS : SHORT_CAP_MS
  const profile = profileOf(host.client)
  if (profile === null || profile.cutsAfterMs === null) return cap
  const waitsOn =
    (profile.waitsLonger === 'while-asked' && reach === 'in-host') ||
    (profile.waitsLonger === 'with-progress' && showsProgress)
  return waitsOn ? cap : Math.min(cap, profile.cutsAfterMs * SHARE_OF_LIMIT)
}

/**
 * Whether an answer that leaves now still reaches the client. Some hosts give up without a word: what is written to
 * their request later goes nowhere, and the identical call has to get it.
 */
export function stillListens(caller: WaitingHost & Pick<Caller, 'arrivedAt'>): boolean {
  return performance.now() - caller.arrivedAt <= listensForMs(caller)
}

function listensForMs({ client, progressToken }: WaitingHost): number {
  const profile = profileOf(client)
  const showsProgress = progressToken !== null
  if (profile === null || profile.cutsAfterMs === null) return showsProgress ? Number.POSITIVE_INFINITY : SHORT_CAP_MS
  if (profile.waitsLonger === 'with-progress' && showsProgress) return Number.POSITIVE_INFINITY
  return profile.cutsAfterMs - ON_ITS_WAY_MS
}

/** What is left of the time that one call may wait. */
export type TimeLeft = (reach: Reach) => Wait

/** One call has one time to wait, however often its person is asked: it begins with the first question. */
export function createTimeLeft(setting: () => WaitSetting, host: WaitingHost): TimeLeft {
  let begun: number | null = null
  return (reach) => {
    begun ??= performance.now()
    const spent = performance.now() - begun
    return startWait(Math.max(0, waitMilliseconds(setting(), reach, host) - spent))
  }
}

export interface Wait {
  readonly over: Promise<void>
  /** It is no longer needed. */
  end(): void
}

function startWait(milliseconds: number): Wait {
  let finish: () => void = () => {}
  const over = new Promise<void>((resolve) => (finish = resolve))
  const timer = setTimeout(finish, milliseconds).unref()
  return {
    over,
    end() {
      clearTimeout(timer)
      finish()
    },
  }
}

/** Until one of these comes, and no longer than this. */
export async function waitAtMost(milliseconds: number, ...sooner: readonly Promise<unknown>[]): Promise<void> {
  const wait = startWait(milliseconds)
  try {
    await Promise.race([...sooner, wait.over])
  } finally {
    wait.end()
  }
}

/** A signal that is given once to all who wait then; waiting leaves no trace on it. */
export interface Signal {
  wait(): Wait
  give(): void
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  let given = false
  return {
    wait() {
      let finish: () => void = () => {}
      const over = new Promise<void>((resolve) => (finish = resolve))
      if (given) finish()
      else waiting.add(finish)
      return {
        over,
        end() {
          waiting.delete(finish)
          finish()
        },
      }
    },
    give() {
      given = true
      for (const finish of waiting) finish()
      waiting.clear()
    },
  }
}
