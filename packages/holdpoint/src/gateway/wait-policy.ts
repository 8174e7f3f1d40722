/**
 * How long a call may wait for a person. A wait that nobody can end is a hang: without somebody to reach, the envelope
 * goes out at once.
 */
import type { Caller } from './caller.ts'
import { profileOf } from './rails/host-profiles.ts'

export type WaitSetting = 'auto' | number

/** Where somebody can be reached: by a question in the caller's own host, or by anything else. */
export type Reach = 'nobody' | 'in-host' | 'elsewhere'

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
  const profile = profileOf(caller.client)
  if (profile === null || profile.cutsAfterMs === null) return showsProgress ? LONG_CAP_MS : SHORT_CAP_MS
  const mayWait =
    (profile.waitsLonger === 'while-asked' && reach === 'in-host') ||
    (profile.waitsLonger === 'with-progress' && showsProgress)
      ? LONG_CAP_MS
      : profile.cutsAfterMs * SHARE_OF_LIMIT
  return Math.min(mayWait, LONG_CAP_MS)
}
