/** Changes a setting now and then; the value says when the write was acknowledged to be on its way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore, waitForStart } from './store.mjs'

const [file, count] = process.argv.slice(2)
const store = await openStore(file)
await waitForStart()
for (let index = 0; index < Number(count); index++) {
  await sleep(10 + (index % 7) * 3)
  await store.settings.put('sent', String(performance.timeOrigin + performance.now()), null)
}
await store.close()
process.exit(0)
