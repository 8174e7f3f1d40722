/** One of several that use the same grant as often as they can. */
import { takeGrant } from '@holdpoint/core'
import { openStore, waitForStart } from './store.mjs'

const [file, template, tries] = process.argv.slice(2)
const { call, ruling, definitionHash, definitionTextHash } = JSON.parse(template)
const store = await openStore(file)
await waitForStart()
const request = {
  call: { ...call, arguments: JSON.parse(call.argumentsText) },
  ruling,
  definitionHash,
  definitionTextHash,
}
const taken = await Promise.all(
  Array.from({ length: Number(tries) }, () => takeGrant(store, { ...request, trusted: new Set(['g1']) })),
)
await store.close()
process.stdout.write(`${JSON.stringify(taken.filter(({ kind }) => kind === 'allowed').length)}\n`)
process.exit(0)
