/**
 * Keeps a caller whose call was approved until it has its outcome. Once approved, or sent, that is near, and an envelope
 * would only cost the agent a turn. Only while the approval can still be taken back does the call's own limit count: that
 * may last longer than its host waits.
 */
import type { ListedHold, Store } from '@holdpoint/core'
import type { KeptHold } from './kept-hold.ts'
import { waitAtMost } from './pause.ts'
import { windowLeft } from './undo-window.ts'

export interface OutcomeWait {
  readonly store: Store
  readonly kept: KeptHold
  /** Resolves when the caller has its answer, or went away. */
  readonly over: Promise<void>
  readonly isOver: () => boolean
  /** Resolves when the call has waited as long as it may, or this process ends. */
  readonly limit: Promise<void>
  readonly look: (kept: KeptHold) => Promise<void>
}

const START_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100

/** Resolves when the caller is answered, or is to get the envelope. */
export async function awaitOutcome({ store, kept, over, isOver, limit, look }: OutcomeWait): Promise<void> {
  let limited = false
  void limit.then(() => (limited = true))
  let mayRunSince = performance.now()
  while (!isOver()) {
    const hold = await store.holds.look(kept.id)
    if (hold === null || hold.state === 'pending') return
    const leftMs = await waitsFor(store, kept, hold)
    if (leftMs > 0) {
      if (limited) return
      await waitAtMost(leftMs, over, limit)
      mayRunSince = performance.now()
      continue
    }
    const startsSoon = performance.now() - mayRunSince < START_WITHIN_MS
    if (hold.state === 'approved' && kept.running === null && !startsSoon) return
    if (hold.state !== 'approved' && hold.state !== 'dispatching') await look(kept)
    await waitAtMost(LOOK_EVERY_MS, over)
  }
}

async function waitsFor(store: Store, kept: KeptHold, hold: ListedHold): Promise<number> {
  return hold.state === 'approved' && kept.running === null ? await windowLeft(store, hold) : 0
}
