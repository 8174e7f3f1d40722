/** The holds that this process looks after: watched in the store and swept for as long as there are any. */
import { sweepHolds } from '@holdpoint/core'
import type { Hold, ProcessIdentity, Store } from '@holdpoint/core'
import type { Caller } from './caller.ts'
import { messageOf } from './error-message.ts'
import { newKeptHold } from './kept-hold.ts'
import type { KeptHold } from './kept-hold.ts'
import { forgetDue } from './undo-window.ts'

export interface KeptHoldsOptions {
  readonly store: Store
  readonly isAlive: (process: ProcessIdentity) => boolean
  /** Somebody, here or in another process, changed this one. */
  readonly changed: (kept: KeptHold) => void
  readonly log: (message: string) => void
}

export interface KeptHolds {
  keep(hold: Hold, caller: Pick<Caller, 'connection' | 'metaText'> | null): KeptHold
  release(kept: KeptHold): void
  all(): readonly KeptHold[]
  /** Stops watching; what is kept stays. */
  rest(): void
}

const SWEEP_MS = 700

export function createKeptHolds({ store, isAlive, changed, log }: KeptHoldsOptions): KeptHolds {
  const kept = new Map<string, KeptHold>()
  let sweeper: NodeJS.Timeout | null = null
  let unwatch: (() => void) | null = null

  function watch(): void {
    unwatch ??= store.watch((change) => {
      const watched = change.hold === null ? undefined : kept.get(change.hold)
      if (watched !== undefined) changed(watched)
    })
    sweeper ??= setInterval(() => void sweep(), SWEEP_MS).unref()
  }

  function rest(): void {
    if (sweeper !== null) clearInterval(sweeper)
    unwatch?.()
    sweeper = null
    unwatch = null
  }

  async function sweep(): Promise<void> {
    try {
      await sweepHolds(store, isAlive)
    } catch (error) {
      log(`the store cannot be swept: ${messageOf(error)}`)
    }
  }

  return {
    keep(hold, caller) {
      const known = kept.get(hold.id)
      if (known !== undefined) {
        if (caller !== null && known.connection?.alive !== true) known.connection = caller.connection
        return known
      }
      const entry = newKeptHold(hold, caller)
      kept.set(hold.id, entry)
      watch()
      return entry
    },
    release(entry) {
      forgetDue(entry)
      kept.delete(entry.id)
      if (kept.size === 0) rest()
    },
    all: () => [...kept.values()],
    rest,
  }
}
