/**
 * Waits until an approved call has an outcome. It looks and never runs anything: the process that holds the call runs it,
 * or the agent's next identical call does.
 */
import { isTerminal, sweepHolds } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'
import type { CommandContext } from './command-context.ts'

/** Also without a signal, so that a dead process or a passed deadline shows. */
const LOOK_AGAIN_MS = 500

/** The hold as it last was: ended, `unknown`, or still open when the time was over or Ctrl-C was pressed. */
export async function waitForOutcome(
  context: CommandContext,
  store: Store,
  hold: Hold,
  timeoutMs: number,
): Promise<Hold> {
  const { time, storage } = context
  const until = time.now() + timeoutMs
  let wake: () => void = () => {}
  let changed = false
  const stop = store.watch((change) => {
    if (change.hold !== hold.id) return
    changed = true
    wake()
  })
  try {
    let current = hold
    while (!hasEnded(current) && !time.interrupted.aborted) {
      const left = until - time.now()
      if (left <= 0) break
      if (!changed) {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        await Promise.race([woken, time.sleep(Math.min(left, LOOK_AGAIN_MS))])
      }
      if (!changed) await sweepHolds(store, (process) => storage.see(process))
      changed = false
      current = (await store.holds.get(hold.id)) ?? current
    }
    return current
  } finally {
    stop()
  }
}

function hasEnded(hold: Hold): boolean {
  return isTerminal(hold.state) || hold.state === 'unknown'
}
