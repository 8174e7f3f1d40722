/** A decision in one process wakes a watcher in another: from the verdict being durable to the watcher's call. */
import path from 'node:path'
import { openHold } from '@holdpoint/core'
import { startDecider } from '../decider.mjs'
import { openStore } from './open-store.mjs'
import { createHome, environmentFor } from '../processes.mjs'
import { holdRequest } from '../sample-call.mjs'
import { median, quantile } from '../statistics.mjs'

export async function measureStoreWake({ quick }) {
  const home = createHome()
  const file = path.join(home, 'wake.db')
  const store = await openStore(file)
  const decider = await startDecider(file, environmentFor(home))
  const woken = []
  const stopWatching = store.watch((change) => woken.push({ hold: change.hold, at: process.hrtime.bigint() }))
  try {
    const times = []
    for (let index = 0; index < (quick ? 60 : 250); index++) {
      const opened = await openHold(store, holdRequest(index, `client-${Math.floor(index / 15)}`))
      // The watcher also hears of the hold that it wrote itself: let that pass first.
      await new Promise((resolve) => setTimeout(resolve, 15))
      woken.length = 0
      const { durableNs } = await decider.approve(opened.hold.id, 10 + (index % 17))
      const deadline = Date.now() + 5_000
      while (!woken.some(({ hold }) => hold === opened.hold.id)) {
        if (Date.now() > deadline) throw new Error('The watcher was not woken within 5 s.')
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      const { at } = woken.find(({ hold }) => hold === opened.hold.id)
      times.push(Number(at - durableNs) / 1e6)
    }
    return [
      {
        name: 'a decision wakes a waiter in another process: p50',
        measured: median(times),
        target: { atMost: 5 },
        unit: 'ms',
        detail: `p99 ${quantile(times, 0.99).toFixed(1)} ms`,
      },
    ]
  } finally {
    stopWatching()
    await decider.close()
    await store.close()
  }
}
