/**
 * The holds that this process looks after: watched in the store and swept for as long as there are any. While it owns an open
 * one, its lease is renewed; without one it writes nothing.
 */
import { holdsLease, isTerminal, sweepHolds, takeOver } from '@holdpoint/core'
import type { Hold, ListedHold, SeeProcess, Store } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import { messageOf } from '../calls/error-message.ts'
import { newKeptHold } from './kept-hold.ts'
import type { KeptHold } from './kept-hold.ts'
import type { Ownership } from './ownership.ts'
import { forgetDue } from './undo-window.ts'

export interface KeptHoldsOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly see: SeeProcess
  /** Somebody, here or in another process, changed this one. */
  readonly changed: (kept: KeptHold) => void
  readonly log: (message: string) => void
}

export interface KeptHolds {
  keep(hold: Hold, caller: Pick<Caller, 'connection' | 'metaText'> | null): KeptHold
  /** Somebody looked at it and found it so. */
  seen(kept: KeptHold, hold: ListedHold): void
  release(kept: KeptHold): void
  all(): readonly KeptHold[]
  /** Stops watching; what is kept stays. */
  rest(): void
}

const SWEEP_MS = 700

export function createKeptHolds({ store, ownership, see, changed, log }: KeptHoldsOptions): KeptHolds {
  const kept = new Map<string, KeptHold>()
  let sweeper: NodeJS.Timeout | null = null
  let unwatch: (() => void) | null = null
  let sweeping = false
  /** The fence of what is kept. */
  let ownedUnder: number | undefined

  function watch(): void {
    ownedUnder ??= ownership.current().fence
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
    ownedUnder = undefined
  }

  async function sweep(): Promise<void> {
    if (sweeping) return
    sweeping = true
    try {
      if ([...kept.values()].some(({ owned }) => owned)) await renew()
      await sweepHolds(store, see)
    } catch (error) {
      log(`the store cannot be swept: ${messageOf(error)}`)
    } finally {
      sweeping = false
    }
  }

  async function renew(): Promise<void> {
    // A machine that slept, or a clock that was set forward, ends a lease long before it is due to be renewed.
    const { leases } = await store.leases.inForce()
    if (!holdsLease(ownership.current(), leases)) ownership.lapsed()
    const { fence } = await ownership.take()
    if (fence === ownedUnder) return
    await ownAnew()
    ownedUnder = fence
  }

  /** After a lapse. What was decided meanwhile is left to whoever calls again: the answer came to nobody here. */
  async function ownAnew(): Promise<void> {
    for (const entry of kept.values()) {
      const hold = entry.owned ? await store.holds.look(entry.id) : null
      if (hold === null) continue
      seen(entry, hold)
      if (hold.state !== 'pending' || !entry.owned) continue
      await takeOver(store, hold, await ownership.take(), see)
    }
  }

  function seen(entry: KeptHold, { state, owner }: ListedHold): void {
    entry.owned = state !== 'unknown' && !isTerminal(state) && owner.instance === ownership.current().instance
  }

  return {
    keep(hold, caller) {
      const known = kept.get(hold.id)
      if (known !== undefined) {
        if (caller !== null && known.connection?.alive !== true) known.connection = caller.connection
        seen(known, hold)
        return known
      }
      const entry = newKeptHold(hold, caller)
      seen(entry, hold)
      kept.set(hold.id, entry)
      watch()
      return entry
    },
    seen,
    release(entry) {
      forgetDue(entry)
      kept.delete(entry.id)
      if (kept.size === 0) rest()
    },
    all: () => [...kept.values()],
    rest,
  }
}
