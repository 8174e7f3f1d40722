/** Appends records of passed calls, says so at once, and waits to be killed before a commit can have happened. */
import { writeSync } from 'node:fs'
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

const [file, name, count] = process.argv.slice(2)
const store = await openStore(file)
for (let index = 0; index < Number(count); index++) {
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default', detail: `${name}-${index}` }))
}
writeSync(1, 'appended\n')
// Without a turn of the event loop no timer fires, so nothing of this is in the database.
for (;;);
