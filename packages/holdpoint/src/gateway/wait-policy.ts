/**
 * How long a call may wait for a person. A wait that nobody can end is a hang: without somebody to reach, the envelope
 * goes out at once.
 */
export type WaitSetting = 'auto' | number

/** Hosts that cut calls at 60 s, or that send no progress token, get their answer before they give up. */
const SHORT_CAP_MS = 45_000
const LONG_CAP_MS = 300_000

export function waitMilliseconds(setting: WaitSetting, reachable: boolean, sendsProgressToken: boolean): number {
  if (setting !== 'auto') return setting
  if (!reachable) return 0
  return sendsProgressToken ? LONG_CAP_MS : SHORT_CAP_MS
}
