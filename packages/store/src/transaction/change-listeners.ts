/**
 * The listeners for changes, and the last change each has received: a look reads the changes after that one and passes
 * them to every listener in order. A listener that throws does not stop the others. Without listeners nothing runs.
 */
import type { StoreChange } from '@holdpoint/core'
import type { StoreProblem } from '../store-problem.ts'

export interface ChangeFeed {
  /** The numbers of the latest change; `read` answers what came after. */
  readonly latest: () => number
  readonly read: (after: number) => readonly StoreChange[]
}

export interface ChangeListeners {
  readonly add: (listener: (change: StoreChange) => void) => () => void
  /** Something may have changed. */
  readonly look: () => void
  readonly close: () => void
}

/** `start` runs with the first listener; what it answers runs once the last one is gone. */
export function createChangeListeners(
  feed: ChangeFeed,
  start: () => () => void,
  onProblem: (problem: StoreProblem) => void,
): ChangeListeners {
  const listeners = new Set<(change: StoreChange) => void>()
  let stop: (() => void) | null = null
  let seen = 0

  function tell(listener: (change: StoreChange) => void, change: StoreChange): void {
    try {
      listener(change)
    } catch (error) {
      onProblem({ kind: 'listener-failed', error })
    }
  }

  function end(): void {
    stop?.()
    stop = null
  }

  return {
    add(listener) {
      // Wrapped, so that one function added twice is two listeners.
      const own = (change: StoreChange): void => listener(change)
      listeners.add(own)
      if (stop === null) {
        try {
          seen = feed.latest()
        } catch {
          // A listener that starts too far back hears of old changes once more, which it must bear anyway.
        }
        stop = start()
      }
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) end()
      }
    },
    look() {
      if (stop === null) return
      let changes: readonly StoreChange[] = []
      try {
        changes = feed.read(seen)
      } catch {
        // Locked or failing for the moment: the next look finds the same changes.
        return
      }
      for (const change of changes) {
        seen = Math.max(seen, change.sequence)
        for (const listener of listeners) tell(listener, change)
      }
    },
    close() {
      listeners.clear()
      end()
    },
  }
}
