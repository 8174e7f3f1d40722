/** Opens a store, writes to it and prints the answers. */
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

try {
  const store = await openStore(process.argv[2])
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default' }))
  process.stdout.write(`${JSON.stringify({ code: null })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message, hint: error.hint })}\n`)
}
process.exit(0)
