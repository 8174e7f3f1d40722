/** One of several that try to end the same holds, each its own way, in an order that the seed decides. */
import { recordDraft } from '@holdpoint/core'
import { openStore, waitForStart } from './store.mjs'

const [file, state, first, last] = process.argv.slice(2)
const store = await openStore(file)
await waitForStart()
const won = []
const races = []
for (let seed = Number(first); seed < Number(last); seed++) {
  const id = `race-${seed}`
  races.push(
    store.holds
      .change(id, (hold, now) => {
        if (hold.state !== 'pending') return { do: 'keep', answer: false }
        const next = { ...hold, state, revision: hold.revision + 1, decidedAt: now }
        const record = recordDraft({ kind: `hold-${state}`, tenant: 'default', hold: id })
        return { do: 'write', hold: next, record, before: state === 'expired' ? null : hold.decideBy, answer: true }
      })
      .then((answer) => {
        if (answer) won.push(id)
      }),
  )
  // A different rhythm for each contestant, the same one in each run.
  if ((seed * 2_654_435_761 + state.length * 40_503) % 5 === 0) await Promise.all(races.splice(0))
}
await Promise.all(races)
await store.close()
process.stdout.write(`${JSON.stringify(won)}\n`)
process.exit(0)
