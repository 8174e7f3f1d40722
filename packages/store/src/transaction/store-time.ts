/**
 * Store time: the machine's clock, except that it neither goes back nor stands still. Where the clock is behind the
 * latest write, this process goes on from there at the clock's pace. A small step back (time servers do that) is made
 * up for by running a tenth slower until the two agree; a larger one is reported and lasts until a person accepts the
 * clock.
 *
 * It refuses to go back by itself: only another epoch, which a person began, sets it anew.
 */

/** Time servers step by less than a second as a rule, a paused virtual machine by a few. */
export const CLOCK_TOLERANCE_MS = 5000
const MADE_UP_PER_MS = 0.1

export interface StoreTime {
  readonly now: () => number
  /** Takes up what the store says was reached. */
  readonly follow: (reached: number, epoch: number) => void
  /** How far the machine's clock is behind; zero while that is within what clocks do. */
  readonly behindMs: () => number
  /** The machine's clock, whatever it says. */
  readonly machine: () => number
  readonly epoch: () => number
}

export function createStoreTime(clock: () => number): StoreTime {
  let latest = 0
  let epoch = 0
  /** What is added to the clock, and the reading from which it is made up for. */
  let offset = 0
  let offsetFrom = 0

  function machine(): number {
    return Math.trunc(clock())
  }

  function added(reading: number): number {
    // A clock that was far behind and has been put right again needs nothing added.
    if (offset > CLOCK_TOLERANCE_MS) return reading >= latest ? 0 : offset
    return Math.max(0, offset - Math.max(0, reading - offsetFrom) * MADE_UP_PER_MS)
  }

  function now(): number {
    const reading = machine()
    const adding = added(reading)
    const reached = Math.trunc(reading + adding)
    if (reached < latest) {
      offset = latest - reading
      offsetFrom = reading
    } else {
      latest = reached
      if (adding === 0) offset = 0
    }
    return latest
  }

  return {
    now,
    machine,
    follow(reached, current) {
      if (current !== epoch) {
        epoch = current
        latest = reached
        offset = 0
      } else latest = Math.max(latest, reached)
    },
    behindMs() {
      const behind = now() - machine()
      return behind > CLOCK_TOLERANCE_MS ? behind : 0
    },
    epoch: () => epoch,
  }
}
