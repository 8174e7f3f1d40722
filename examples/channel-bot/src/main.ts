/**
 * The whole way of one deletion in a chat, in one process: a person asks, the model writes SQL, the gate asks back, the person
 * answers. `node main.js [en|zh] [the person's answer]`. It ends with an error if the orders are not what they must be then.
 */
import { createMemoryStore } from '@holdpoint/store/memory'
import { createBot } from './bot.ts'
import { openOrders } from './orders.ts'

const [language = 'en', answer = language === 'zh' ? '确认' : 'confirm'] = process.argv.slice(2)
const [howMany, remove] =
  language === 'zh'
    ? ['orders 表里有多少条记录？', '删除 orders 表里 status=1 的记录']
    : ['How many orders are there?', 'Delete the orders with status 1']

const trace = (who: string, what: string): void => console.log(`${who.padEnd(6)} ${what.replaceAll('\n', '\n       ')}`)
const store = createMemoryStore()
const database = openOrders()
let asked: () => void = () => {}
const send = async (_session: string, text: string): Promise<void> => {
  trace('bot', text)
  if (text.includes('DELETE')) asked()
}
const bot = createBot({ store, database, language, send, trace })

let messages = 0
async function say(text: string): Promise<void> {
  trace('user', text)
  const at = { session: 'example/p2p/ana', by: 'example:ana', isGroup: false }
  await bot.receive({
    ...at,
    id: `m${++messages}`,
    sentAt: Date.now(),
    text,
    origin: 'typed',
    envelope: 'authenticated',
  })
}

await say(howMany)
await bot.idle()
const question = new Promise<void>((resolve) => (asked = resolve))
await say(remove)
await question
// People take longer than this to read.
await new Promise((resolve) => setTimeout(resolve, 100))
await say(answer)
await bot.idle()
await say(howMany)
await bot.idle()
await bot.close()
await store.close()

const left = Number(database.prepare('SELECT count(*) AS n FROM orders').get()?.['n'])
const expected = ['confirm', '确认'].includes(answer) ? 2 : 5
if (left !== expected) throw new Error(`${left} orders are left, and ${expected} should be.`)
