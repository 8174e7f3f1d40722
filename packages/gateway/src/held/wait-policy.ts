/**
 * How long a call may wait for a person. A wait that nobody can end is a hang: without somebody to reach, the envelope
 * goes out at once. What is known of a host by its name shortens a wait and never lengthens one.
 */
import type { Caller } from '../calls/caller.ts'
import { startPatience } from './pause.ts'
import type { Patience } from './pause.ts'
import { profileOf } from '../rails/host-profiles.ts'

export type WaitSetting = 'auto' | number

/** Where somebody can be reached: by a question in the caller's own host, or by anything else. */
export type Reach = 'nobody' | 'in-host' | 'elsewhere'

/** What is left of the time that one call may wait. */
export type CallPatience = (reach: Reach) => Patience

/** Hosts that cut calls at 60 s, or that send no progress token, get their answer before they give up. */
const SHORT_CAP_MS = 45_000
const LONG_CAP_MS = 300_000
/** Of the time that a host allows, so that the answer still arrives. */
const SHARE_OF_LIMIT = 0.75

export function waitMilliseconds(
  setting: WaitSetting,
  reach: Reach,
  caller: Pick<Caller, 'client' | 'progressToken'>,
): number {
  if (setting !== 'auto') return setting
  if (reach === 'nobody') return 0
  const showsProgress = caller.progressToken !== null
  const cap = showsProgress ? LONG_CAP_MS : SHORT_CAP_MS
  const profile = profileOf(caller.client)
  if (profile === null || profile.cutsAfterMs === null) return cap
  const waitsOn =
    (profile.waitsLonger === 'while-asked' && reach === 'in-host') ||
    (profile.waitsLonger === 'with-progress' && showsProgress)
  return waitsOn ? cap : Math.min(cap, profile.cutsAfterMs * SHARE_OF_LIMIT)
}

/**
 * Whether an answer that leaves now still reaches somebody. Some hosts give up without a word: what is written to their
 * request later goes nowhere, and the identical call has to get it.
 */
export function stillListens(caller: Pick<Caller, 'client' | 'progressToken' | 'arrivedAt'>): boolean {
  return performance.now() - caller.arrivedAt <= listensForMs(caller)
}

function listensForMs({ client, progressToken }: Pick<Caller, 'client' | 'progressToken'>): number {
  const profile = profileOf(client)
  const showsProgress = progressToken !== null
  if (profile === null || profile.cutsAfterMs === null) return showsProgress ? Number.POSITIVE_INFINITY : SHORT_CAP_MS
  if (profile.waitsLonger === 'with-progress' && showsProgress) return Number.POSITIVE_INFINITY
  return profile.cutsAfterMs - ON_ITS_WAY_MS
}

/** Of the last moments nobody can say whether the host was still there. */
const ON_ITS_WAY_MS = 1_000

/** One call has one patience, however often its person is asked: it begins with the first question. */
export function createCallPatience(
  setting: () => WaitSetting,
  caller: Pick<Caller, 'client' | 'progressToken'>,
): CallPatience {
  let begun: number | null = null
  return (reach) => {
    begun ??= performance.now()
    const spent = performance.now() - begun
    return startPatience(Math.max(0, waitMilliseconds(setting(), reach, caller) - spent))
  }
}
