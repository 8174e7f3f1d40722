/**
 * A bot in a process of its own, on a SQLite store that others share: `node bot-process.mjs <folder> <die at step>`. It reads commands as
 * lines (`{"run": …}`, `{"confirm": …}`, `{"message": …}`, `{"close": true}`), appends what it writes into chats to `chat.jsonl` and what it runs to
 * `ledger.jsonl`, and kills itself before the step of that number: a write to the store, a message to a chat, a line of the ledger, and
 * also behind each of them.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createChannelGate } from '@holdpoint/channels/gate'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { identifySelf, seeProcess } from '@holdpoint/store/process'

const [folder, dieAt = '0', decideWithin = '60000', executeWithin = '60000'] = process.argv.slice(2)
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

let steps = 0
let armed = false
/** Each step can be the last, before it is done and right after. */
function step(work) {
  mayDie()
  const done = work()
  if (!(done instanceof Promise)) {
    mayDie()
    return done
  }
  return done.then((answer) => {
    mayDie()
    return answer
  })
}
function mayDie() {
  if (armed && ++steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
}
const append = (file, value) => step(() => appendFileSync(join(folder, file), `${JSON.stringify(value)}\n`))

const real = await createSqliteStore({
  file: join(folder, 'holdpoint.db'),
  now: () => Date.now(),
  sha256,
  checkpointKey: 'a key kept beside the store',
  randomId: randomUUID,
})
const stepping = (target, names) =>
  new Proxy(target, {
    get: (_target, name) =>
      names.includes(name)
        ? (...given) => step(() => target[name](...given))
        : (target[name]?.bind?.(target) ?? target[name]),
  })
const store = {
  ...real,
  holds: stepping(real.holds, ['change', 'changeNewest']),
  settings: stepping(real.settings, ['put']),
  audit: stepping(real.audit, ['append']),
  watch: (listener) => real.watch(listener),
  now: () => real.now(),
  close: () => real.close(),
}

const gate = createChannelGate({
  name: 'orders',
  store,
  send: async (session, text) => append('chat.jsonl', { session, text, pid: process.pid }),
  decideWithinMs: Number(decideWithin),
  executeWithinMs: Number(executeWithin),
  self: identifySelf(randomUUID()),
  see: seeProcess,
})
gate.operation('delete_orders', (given, { hold, attempt }) => {
  append('ledger.jsonl', { given, hold, attempt, pid: process.pid })
  return 'deleted'
})
// Runs until it is killed.
gate.operation('slow', async (given, { hold, attempt }) => {
  append('ledger.jsonl', { given, hold, attempt, pid: process.pid })
  await new Promise(() => {})
})

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line)
  armed = true
  if (command.run !== undefined) void gate.run(command.run.at, command.run.request).then((result) => say({ result }))
  if (command.confirm !== undefined) void gate.confirm(command.confirm.at, command.confirm.question)
  if (command.message !== undefined) void gate.intercept(command.message).then((consumed) => say({ consumed }))
  if (command.close === true) break
}
await gate.close()
await real.close()
process.exit(0)
