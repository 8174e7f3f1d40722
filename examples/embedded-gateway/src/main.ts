/**
 * The engine in one process: a server of two tools, an agent that calls them, a person who is asked before a note is
 * deleted. Nothing here opens a port, reads a file or starts a program. With `no` as its argument the person refuses.
 */
import { approvedDigest, decide, readClientMessage } from '@holdpoint/core'
import type { Hold, Upstream, UpstreamEvents } from '@holdpoint/core'
import { createGateway } from '@holdpoint/gateway'
import { createMemoryStore, sha256 } from '@holdpoint/store/memory'

const personSays = process.argv[2] === 'no' ? 'decline' : 'approve'
const notes = new Map([['shopping', 'milk, bread']])

/** An MCP server as the engine sees it: messages in, messages out. */
function createNoteServer(): Upstream {
  const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const tools = ['read_note', 'delete_note'].map((name) => ({ name, inputSchema }))
  function answer(method: string, params: { name: string; arguments: { name: string } }): object {
    if (method === 'initialize') return { protocolVersion: '2025-11-25', capabilities: { tools: {} } }
    if (method === 'tools/list') return { tools }
    const note = params.arguments.name
    console.log(`server    runs ${params.name} ${note}`)
    const text = params.name === 'delete_note' ? `Deleted: ${notes.delete(note)}` : notes.get(note)
    return { content: [{ type: 'text', text }] }
  }
  let events: UpstreamEvents | null = null
  return {
    server: { name: 'notes', identity: 'notes', display: 'notes, in this process', transport: 'stdio' },
    open: (given) => (events = given),
    send({ text }) {
      const { id, method, params } = JSON.parse(text)
      if (id === undefined) return
      const result = answer(method, params)
      queueMicrotask(() => events?.message(JSON.stringify({ jsonrpc: '2.0', id, result }), null, null))
    },
    abort: () => {},
    close: async () => events?.closed('the server was closed'),
  }
}

/** Gets the person's answer to a hold, by whatever means this program has, and brings it to the one door for it. */
async function askPerson(hold: Hold): Promise<void> {
  console.log(`person    asked: ${hold.preview.title} → ${personSays}`)
  const verdict = { by: 'local:ines', answer: personSays, via: 'terminal', assurance: 'host', reason: null } as const
  const decision = await decide(store, { hold: hold.id, tenant: 'default', verdict, shown: approvedDigest(hold) })
  if (decision.kind !== 'decided') throw new Error(`The verdict did not count: ${JSON.stringify(decision)}`)
}

async function summon(hold: Hold): Promise<{ readonly reachable: boolean }> {
  setImmediate(() => void askPerson(hold))
  return { reachable: true }
}

const store = createMemoryStore()
const gateway = createGateway({
  store: async () => store,
  sha256,
  attention: { link: async (hold) => `app://approvals/${hold.id}`, announce: () => {}, summon },
})

const server = gateway.connect(createNoteServer(), { tenant: 'default' })
const waiting = new Map<unknown, (answer: string) => void>()
const agent = server.open({
  origin: { tenant: 'default', principal: 'local:ines', session: 'one', relaysAPerson: true },
  downstream: { answer: (id, text) => waiting.get(id)?.(text), send: () => {} },
})
async function request(method: string, params: object): Promise<string> {
  const id = waiting.size + 1
  const answered = new Promise<string>((resolve) => waiting.set(id, resolve))
  agent.receive(readClientMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params })), null)
  return JSON.stringify(JSON.parse(await answered).result?.content ?? 'ready')
}
const clientInfo = { name: 'agent', version: '1' }
await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
for (const name of ['read_note', 'delete_note']) {
  console.log(`agent     ${name}: ${await request('tools/call', { name, arguments: { name: 'shopping' } })}`)
}
console.log(`notes     ${notes.size} left`)
await gateway.drain(1000)
await server.connection.close()
await store.close()
