/** For each file named on standard input: opens a store there, writes one record, closes, says so. */
import { createInterface } from 'node:readline'
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

process.stdout.write('ready\n')
for await (const file of createInterface({ input: process.stdin })) {
  const store = await openStore(file)
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default' }))
  await store.close()
  process.stdout.write(`${file}\n`)
}
