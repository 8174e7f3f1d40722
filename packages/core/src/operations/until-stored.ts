/**
 * Tries until the store has taken what happened: a call that ran is written down as soon as the store takes it, and never dropped
 * before. It gives up for no error; the process that asks for it ends it by ending.
 */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

/** From then on an outcome that is not stored yet is said to be so, while the tries go on. */
export const OUTCOME_OVERDUE_MS = 10_000

/** `wait`: lets the milliseconds pass between two tries. */
export async function untilStored<Stored>(
  work: () => Promise<Stored>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Stored> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch {
      await wait(pause)
    }
  }
}
