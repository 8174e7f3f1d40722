/** Appends at an uneven pace, with changes in between, and says what was acknowledged until it is killed. */
import { writeSync } from 'node:fs'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { recordDraft } from '@holdpoint/core'
import { openStore } from './store.mjs'

const [file, name, seed] = process.argv.slice(2)
const store = await openStore(file)
let state = Number(seed) + 1
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
for (let index = 0; ; index++) {
  const id = `${name}-${index}`
  // Long ones make the spool outgrow its bound now and then.
  const detail = random() < 0.05 ? `${id} ${'x'.repeat(40_000)}` : `${id} `
  await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'default', detail }))
  writeSync(1, `${id}\n`)
  const next = random()
  if (next < 0.02) await store.settings.put(name, id, recordDraft({ kind: 'gate-paused', tenant: 'default' }))
  else if (next < 0.04) await sleep(random() * 60)
  else if (next < 0.5) await turn()
}
