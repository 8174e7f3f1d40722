/**
 * Waiting for a lock of another process without stopping the event loop: short at first, then longer, never in step
 * with the others that wait for the same lock.
 */
import type { Sha256 } from '@holdpoint/core'

const SHORTEST_MS = 0.5
const LONGEST_MS = 20

/** How long a lock of another process is waited for in all, by default. */
export const RETRY_FOR_MS = 30_000

export interface RetryLimit {
  readonly milliseconds: number
  readonly delay: RetryDelay
}

export type RetryDelay = (attempt: number) => number

/** Milliseconds to wait before the next attempt; `randomId` spreads the processes, nothing else is made from it. */
export function createRetryDelay(randomId: () => string, sha256: Sha256): RetryDelay {
  return (attempt) => {
    const longest = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempt, 10))
    const fraction = Number.parseInt(sha256(randomId()).slice(0, 8), 16) / 0x1_0000_0000
    return longest * (0.5 + fraction)
  }
}

export async function sleep(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** Goes on without it once the time is over. Leaves no timer behind that would keep a command from ending. */
export async function waitUpTo(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | null = null
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    await Promise.race([work, over])
  } finally {
    if (timer !== null) clearTimeout(timer)
  }
}

/** Repeats a synchronous attempt while it fails with a lock, until the limit. */
export async function retryWhileBusy<Answer>(
  attempt: () => Answer,
  isBusy: (error: unknown) => boolean,
  limit: RetryLimit,
): Promise<Answer> {
  const giveUpAt = performance.now() + limit.milliseconds
  for (let count = 0; ; count++) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      await sleep(limit.delay(count))
    }
  }
}
