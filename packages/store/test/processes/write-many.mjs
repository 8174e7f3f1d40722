/** Writes as fast as it can beside others and measures how long its event loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { recordDraft } from '@holdpoint/core'
import { firstHold, openStore, waitForStart } from './store.mjs'

const [file, name, count, template] = process.argv.slice(2)
const store = await openStore(file)
await waitForStart()
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const work = []
for (let index = 0; index < Number(count); index++) {
  const id = `${name}-${index}`
  work.push(store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default', detail: id })))
  if (index % 4 === 0) {
    const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: id })
    work.push(
      store.holds.changeNewest(`key of ${id}`, (_newest, now) => ({
        do: 'write',
        hold: firstHold(template, id, now),
        record,
        before: null,
        answer: null,
      })),
    )
  }
  if (index % 20 === 0) await Promise.all(work.splice(0))
}
await Promise.all(work)
delay.disable()
await store.close()
process.stdout.write(`${JSON.stringify({ longestBlockMs: delay.max / 1e6 })}\n`)
process.exit(0)
