/** Asks for the same key as others at the same moments and says which hold it got, one line for each round. */
import { recordDraft } from '@holdpoint/core'
import { firstHold, openStore, waitForStart } from './store.mjs'

const [file, name, rounds, template] = process.argv.slice(2)
const store = await openStore(file)
await waitForStart()
for (let round = 0; round < Number(rounds); round++) {
  const key = `question ${round}`
  const id = await store.holds.changeNewest(key, (newest, now) => {
    if (newest !== null) return { do: 'keep', answer: newest.id }
    const hold = { ...firstHold(template, `${name}-${round}`, now), key }
    const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: hold.id })
    return { do: 'write', hold, record, before: null, answer: hold.id }
  })
  process.stdout.write(`${id}\n`)
}
await store.close()
process.exit(0)
