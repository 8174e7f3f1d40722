/** Waits until something is so, and says what was missing when it never came. */
import { setTimeout as delay } from 'node:timers/promises'

export async function waitFor<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  milliseconds = 20_000,
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
