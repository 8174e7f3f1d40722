/**
 * Limits how often each caller may do something. One bucket per caller, so a flood of one tenant takes nothing from
 * another; the number of buckets is bounded, so a flood of new callers takes no memory.
 */
export interface TokenBuckets {
  /** Takes one token. Answers 0, or how many milliseconds until there is one again. */
  take(caller: string, now: number): number
}

export interface BucketSize {
  readonly burst: number
  readonly perSecond: number
}

const MOST_BUCKETS = 10_000

export function createTokenBuckets(size: BucketSize): TokenBuckets {
  const buckets = new Map<string, { left: number; at: number }>()

  function take(caller: string, now: number): number {
    const known = buckets.get(caller)
    const elapsed = known === undefined ? 0 : Math.max(0, now - known.at)
    const left = known === undefined ? size.burst : Math.min(size.burst, known.left + (elapsed * size.perSecond) / 1000)
    const taken = left >= 1 ? left - 1 : left
    // Set anew, so that the oldest entry of the map is the one not seen for longest.
    buckets.delete(caller)
    buckets.set(caller, { left: taken, at: now })
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? caller)
    return left >= 1 ? 0 : Math.ceil(((1 - left) * 1000) / size.perSecond)
  }

  return { take }
}
