/** Sends what is due, a line on standard output for each message, until everything is sent. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { moveDelivery } from '@holdpoint/core'
import { openStore } from './store.mjs'

const [file, by, leaseMs] = process.argv.slice(2)
const channels = [{ name: 'slack', dedupes: false }]
const store = await openStore(file)
for (;;) {
  const taken = await store.deliveries.takeDue({ channels, by, leaseMs: Number(leaseMs), limit: 3 })
  for (const { id, job } of taken) {
    // Written at once: the message is out, whatever becomes of this process.
    writeSync(1, `sent ${id}\n`)
    await sleep(2)
    await moveDelivery(store, id, { type: 'sent', lease: job.lease, ref: `${by}-${id}`, shows: 1, remindAt: null })
  }
  if (taken.length > 0) continue
  if ((await store.deliveries.nextDueAt(['slack'])) === null) break
  await sleep(50)
}
await store.close()
