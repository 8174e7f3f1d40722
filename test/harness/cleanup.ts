/** What a test file started or wrote is gone when the file ends, whatever its tests did. Only what was registered here. */
import { afterAll } from 'vitest'

const pending: (() => Promise<void> | void)[] = []

export function cleanUpLater(work: () => Promise<void> | void): void {
  pending.push(work)
}

afterAll(async () => {
  // Last in, first out: processes end before their folders go.
  for (const work of pending.splice(0).toReversed()) await work()
})
