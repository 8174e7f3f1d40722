/** What a test file started or wrote is gone when the file ends, whatever its tests did. Only what was registered here. */
const pending: (() => Promise<void> | void)[] = []

export function cleanUpLater(work: () => Promise<void> | void): void {
  pending.push(work)
}

export async function cleanUp(): Promise<void> {
  // Last in, first out: processes end before their folders go.
  for (const work of pending.splice(0).toReversed()) await work()
}
