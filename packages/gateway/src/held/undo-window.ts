/**
 * The time in which an approval can be taken back: whoever would run the call waits it out. It refuses nothing by itself;
 * a claim that comes too early is refused where claims are made, by database time.
 */
import { runsFrom } from '@holdpoint/core'
import type { ListedHold, Store } from '@holdpoint/core'
import type { KeptHold } from './kept-hold.ts'

/** Milliseconds of database time until the call may run; 0: it may. */
export async function windowLeft(store: Pick<Store, 'now'>, hold: ListedHold): Promise<number> {
  const from = runsFrom(hold)
  return from === null ? 0 : Math.max(0, from - (await store.now()))
}

/** Looks at the hold again once it may run. A wait that is under way goes on. */
export function wakeWhenDue(kept: KeptHold, inMs: number, wake: () => void): void {
  kept.due ??= setTimeout(() => {
    kept.due = null
    wake()
  }, inMs).unref()
}

export function forgetDue(kept: KeptHold): void {
  if (kept.due !== null) clearTimeout(kept.due)
  kept.due = null
}
