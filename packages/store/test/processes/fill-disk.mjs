/** Writes until the disk refuses, then prints the refusals and what is still stored. */
import { recordDraft } from '@holdpoint/core'
import { firstHold, openStore } from './store.mjs'

const [file, template] = process.argv.slice(2)
const problems = []
const store = await openStore(file, { onProblem: (problem) => problems.push(problem.kind) })
const written = []
let refusal = null
for (let index = 0; refusal === null && index < 20_000; index++) {
  const id = `h-${index}`
  const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: id, detail: 'x'.repeat(5_000) })
  try {
    await store.holds.changeNewest(id, (_newest, now) => ({
      do: 'write',
      hold: firstHold(template, id, now),
      record,
      before: null,
      answer: null,
    }))
    written.push(id)
  } catch (error) {
    refusal = { id, name: error.name, code: error.code, hint: error.hint, message: error.message }
  }
}
const append = await store.audit
  .append(recordDraft({ kind: 'call-passed', tenant: 'default', detail: 'y'.repeat(4_000_000) }))
  .then(
    () => 'written',
    (error) => `${error.code} retained ${error.retained}`,
  )
const there = await store.holds.get(refusal.id)
process.stdout.write(`${JSON.stringify({ written: written.length, refusal, there, append, problems })}\n`)
process.exit(0)
