/** Counts failures within the last minute. It keeps no more times than it may count, so a flood costs no memory. */
export interface AttemptLimit {
  /** How long to wait until another attempt is looked at; 0: now. */
  waitMs(now: number): number
  failed(now: number): void
}

export function createAttemptLimit(attempts: number, withinMs: number): AttemptLimit {
  let failures: number[] = []

  function waitMs(now: number): number {
    // A clock that was set back would otherwise lock everybody out for as long as it was ahead.
    failures = failures.filter((at) => at <= now && now - at < withinMs)
    const oldest = failures[0]
    return oldest === undefined || failures.length < attempts ? 0 : oldest + withinMs - now
  }

  function failed(now: number): void {
    failures.push(now)
    if (failures.length > attempts) failures = failures.slice(-attempts)
  }

  return { waitMs, failed }
}
