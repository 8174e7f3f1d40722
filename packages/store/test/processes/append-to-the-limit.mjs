/**
 * Appends records of passed calls until nothing takes them any more; says which were acknowledged, and waits to be
 * killed.
 */
import { writeSync } from 'node:fs'
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

const [file] = process.argv.slice(2)
const problems = []
const store = await openStore(file, { onProblem: (problem) => problems.push(problem.kind) })
const refused = []
for (let index = 0; refused.length < 20; index++) {
  const detail = `${index} ${'x'.repeat(700)}`
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default', detail })).then(
    () => writeSync(1, `${index}\n`),
    () => refused.push(index),
  )
}
writeSync(1, `${JSON.stringify(problems)}\n`)
for (;;);
