/** Writes holds and records for ever and says what was acknowledged. */
import { writeSync } from 'node:fs'
import { recordDraft } from '@holdpoint/core'
import { firstHold, openStore } from './store.mjs'

const [file, name, template] = process.argv.slice(2)
const store = await openStore(file)
for (let index = 0; ; index++) {
  const id = `${name}-${index}`
  const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: id })
  await Promise.all([
    store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default', detail: id })),
    store.holds.changeNewest(`key of ${id}`, (_newest, now) => ({
      do: 'write',
      hold: firstHold(template, id, now),
      record,
      before: null,
      answer: null,
    })),
  ])
  // Written at once: a line that waits in a buffer would die with the process and prove nothing.
  writeSync(1, `${id}\n`)
}
