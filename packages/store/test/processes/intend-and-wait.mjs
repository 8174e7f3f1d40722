/** Writes down so many intents, says so, and waits to be killed. */
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

const [file, count] = process.argv.slice(2)
const store = await openStore(file)
for (let index = 0; index < Number(count); index++) {
  await store.audit.append(recordDraft({ kind: 'call-intended', tenant: 'default' }))
}
process.stdout.write('intended\n')
setInterval(() => undefined, 1000)
