/**
 * Tells listeners of changes that any process made. Another process's commit touches the write-ahead file, which the
 * operating system reports; the commit becomes visible a moment after that, so it is looked for a few times. A slow poll
 * stands behind it for systems whose file events get lost. Without listeners nothing runs.
 */
import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import type { StoreChange } from '@holdpoint/core'
import type { StoreProblem } from '../store-problem.ts'

/** Pauses between looks after a file event, in milliseconds: at once, then 1, 4 and 15 after it. */
const LOOK_AGAIN_AFTER = [1, 3, 11] as const
const POLL_MS = 500

export interface ChangeFeed {
  /** The numbers of the latest change; `read` answers what came after. */
  readonly latest: () => number
  readonly read: (after: number) => readonly StoreChange[]
  /** Differs from before once another connection has committed anything; cheap to ask. */
  readonly foreignVersion: () => number
}

export interface ChangeWatch {
  readonly add: (listener: (change: StoreChange) => void) => () => void
  /** This process committed a change. */
  readonly look: () => void
  readonly close: () => void
}

export function createChangeWatch(
  walFile: string,
  feed: ChangeFeed,
  onProblem: (problem: StoreProblem) => void,
): ChangeWatch {
  const listeners = new Set<(change: StoreChange) => void>()
  let running: { readonly stop: () => void } | null = null
  let seen = 0
  let foreign = -1

  function look(): void {
    if (running === null) return
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
  }

  /** Most file events are this process's own records: those change nothing that anybody listens for. */
  function lookIfForeign(): void {
    try {
      const version = feed.foreignVersion()
      if (version === foreign) return
      foreign = version
    } catch {
      // Looked for in full then.
    }
    look()
  }

  function tell(listener: (change: StoreChange) => void, change: StoreChange): void {
    try {
      listener(change)
    } catch (error) {
      onProblem({ kind: 'listener-failed', error })
    }
  }

  function start(): { readonly stop: () => void } {
    let immediate: NodeJS.Immediate | null = null
    let timer: NodeJS.Timeout | null = null

    let again = false

    function lookAgain(step: number): void {
      const pause = LOOK_AGAIN_AFTER[step]
      if (pause === undefined) {
        timer = null
        if (again) onFileEvent()
        return
      }
      timer = setTimeout(() => {
        lookIfForeign()
        lookAgain(step + 1)
      }, pause).unref()
    }

    // This process's own records make most events: while looks are planned already, one more event plans no others.
    function onFileEvent(): void {
      again = timer !== null
      if (again) return
      lookAgain(0)
      immediate ??= setImmediate(() => {
        immediate = null
        lookIfForeign()
      })
    }

    const watcher = watchFile(walFile, onFileEvent)
    const poll = setInterval(look, POLL_MS).unref()
    return {
      stop() {
        watcher?.close()
        clearInterval(poll)
        if (timer !== null) clearTimeout(timer)
        if (immediate !== null) clearImmediate(immediate)
      },
    }
  }

  return {
    add(listener) {
      // Wrapped, so that one function added twice is two listeners.
      const own = (change: StoreChange): void => listener(change)
      listeners.add(own)
      if (running === null) {
        try {
          seen = feed.latest()
        } catch {
          // A listener that starts too far back hears of old changes once more, which it must bear anyway.
        }
        running = start()
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0) return
        running?.stop()
        running = null
      }
    },
    look,
    close() {
      listeners.clear()
      running?.stop()
      running = null
    },
  }
}

function watchFile(file: string, onEvent: () => void): FSWatcher | null {
  try {
    const watcher = watch(file, { persistent: false }, onEvent)
    // The poll goes on without it.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
