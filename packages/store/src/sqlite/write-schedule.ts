/**
 * When the writer works: at once, in a moment, or after a pause. One turn is planned at a time. A turn that was planned
 * for later gives way to one that is asked for now, except for a pause in front of a lock: trying more often does not
 * free it.
 */

/** After this long the event loop gets its turn. */
const SLICE_MS = 8

/** `fixed`: nothing brings it forward. `retry`: does not keep the process alive. */
export type DelayKind = 'fixed' | 'retry' | 'lazy'

export interface WriteSchedule {
  readonly soon: () => void
  /** At the latest after so long. */
  readonly within: (milliseconds: number) => void
  /** After so long, unless a turn is planned at all. */
  readonly unlessPlanned: (milliseconds: number) => void
  readonly after: (milliseconds: number, delay: DelayKind) => void
  readonly stop: () => void
}

interface Turn {
  readonly at: number
  readonly movable: boolean
  readonly cancel: () => void
}

/** `step` answers whether there is more to do at once. */
export function createWriteSchedule(step: () => boolean): WriteSchedule {
  let planned: Turn | null = null

  function run(): void {
    planned = null
    const pauseAt = performance.now() + SLICE_MS
    while (step()) {
      if (performance.now() < pauseAt) continue
      soon()
      return
    }
  }

  function soon(): void {
    if (planned !== null && !planned.movable) return
    planned?.cancel()
    const immediate = setImmediate(run)
    planned = { at: 0, movable: false, cancel: () => clearImmediate(immediate) }
  }

  function after(milliseconds: number, delay: DelayKind): void {
    planned?.cancel()
    const timer = setTimeout(run, milliseconds)
    if (delay === 'retry') timer.unref()
    planned = {
      at: performance.now() + milliseconds,
      movable: delay !== 'fixed',
      cancel: () => clearTimeout(timer),
    }
  }

  return {
    soon,
    within(milliseconds) {
      if (planned === null || (planned.movable && planned.at > performance.now() + milliseconds)) {
        after(milliseconds, 'lazy')
      }
    },
    unlessPlanned(milliseconds) {
      if (planned === null) after(milliseconds, 'lazy')
    },
    after,
    stop() {
      planned?.cancel()
      planned = null
    },
  }
}
