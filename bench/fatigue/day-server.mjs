/** An MCP server over stdio that lists the tools of one server of the day and answers every call with "done". */
import { createInterface } from 'node:readline'
import { SERVERS } from './day.mjs'

export function serve(name) {
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name, version: '1.0.0' },
    }),
    'tools/list': () => ({ tools: SERVERS[name].tools }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
    ping: () => ({}),
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const answer = answers[method]
    const error = { code: -32601, message: `${method} is not known here` }
    const reply = answer === undefined ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result: answer(params) }
    process.stdout.write(`${JSON.stringify(reply)}\n`)
  })
}
