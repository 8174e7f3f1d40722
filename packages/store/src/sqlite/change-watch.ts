/**
 * Tells listeners of changes that any process made. Another process's commit touches the write-ahead file, which the
 * operating system reports; the commit becomes visible a moment after that, so it is looked for a few times. A slow
 * poll stands behind it for systems whose file events get lost.
 */
import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import type { StoreProblem } from '../store-problem.ts'
import type { ChangeFeed, ChangeListeners } from '../transaction/change-listeners.ts'
import { createChangeListeners } from '../transaction/change-listeners.ts'

/** Pauses between looks after a file event, in milliseconds: at once, then 1, 4 and 15 after it. */
const LOOK_AGAIN_AFTER = [1, 3, 11] as const
const POLL_MS = 500

export interface SharedChangeFeed extends ChangeFeed {
  /** Differs from before once another connection has committed anything; cheap to ask. */
  readonly foreignVersion: () => number
}

export function createChangeWatch(
  walFile: string,
  feed: SharedChangeFeed,
  onProblem: (problem: StoreProblem) => void,
): ChangeListeners {
  const listeners = createChangeListeners(feed, start, onProblem)
  let foreign = -1

  /** Most file events are this process's own records: those change nothing that a listener waits for. */
  function lookIfForeign(): void {
    try {
      const version = feed.foreignVersion()
      if (version === foreign) return
      foreign = version
    } catch {
      // Looked for in full then.
    }
    listeners.look()
  }

  function start(): () => void {
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
    const poll = setInterval(() => listeners.look(), POLL_MS).unref()
    return () => {
      watcher?.close()
      clearInterval(poll)
      if (timer !== null) clearTimeout(timer)
      if (immediate !== null) clearImmediate(immediate)
    }
  }

  return listeners
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
