/** Waits until something is so, and says what was missing when it never came. */
import { setTimeout as delay } from 'node:timers/promises'

/** So long a test waits for what must come: how fast it comes is for `bench/` to say, not for a busy machine. */
export const PATIENCE_MS = 60_000

export async function waitFor<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  milliseconds = PATIENCE_MS,
  pauseMs = 10,
): Promise<Exclude<Value, null | undefined | false>> {
  const giveUpAt = performance.now() + milliseconds
  for (;;) {
    const value = await look()
    if (value !== null && value !== undefined && value !== false) {
      return value as Exclude<Value, null | undefined | false>
    }
    if (performance.now() > giveUpAt) throw new Error(`Waited ${milliseconds} ms for ${what}.`)
    await delay(pauseMs)
  }
}

export { delay }
