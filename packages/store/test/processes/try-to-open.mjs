/** Opens a store and writes; says what it was told. */
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

try {
  const store = await openStore(process.argv[2])
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default' }))
  console.log(JSON.stringify({ code: null }))
} catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message, hint: error.hint }))
}
process.exit(0)
