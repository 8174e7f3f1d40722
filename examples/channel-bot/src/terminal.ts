/**
 * The same bot at a terminal: what is typed goes to the gate first, then to the agent, and its question is asked there. Holds are in a
 * SQLite store: end the program while a question waits, start it again, and answer. `node terminal.js [en|zh] [folder]`.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { createBot } from './bot.ts'
import { openOrders } from './orders.ts'

const [language = 'en', folder = mkdtempSync(join(tmpdir(), 'channel-bot-'))] = process.argv.slice(2)
// It signs the audit log, so it has to stay the same.
const keyFile = join(folder, 'holdpoint.key')
if (!existsSync(keyFile)) writeFileSync(keyFile, randomUUID(), { mode: 0o600 })
const store = await createSqliteStore({
  file: join(folder, 'holdpoint.db'),
  now: () => Date.now(),
  sha256,
  checkpointKey: readFileSync(keyFile),
  randomId: randomUUID,
})
const bot = createBot({
  store,
  database: openOrders(join(folder, 'orders.db')),
  language,
  rail: 'terminal',
  send: async (_session, text) => console.log(text),
  trace: () => {},
})
const lines = createInterface({ input: process.stdin })
for await (const text of lines) {
  const written = { id: randomUUID(), sentAt: Date.now(), text, origin: 'typed', envelope: 'authenticated' } as const
  await bot.receive({ session: 'terminal', by: 'local', isGroup: false, ...written })
}
// What still waits stays in the store, for the next start.
await bot.close()
await bot.idle()
await store.close()
