/**
 * Loaded into every process of a server: writes down each line that reaches it, before it sees it. What a server was really
 * sent is counted here, at its own door, and not where we send it. In any other process it does nothing.
 */
import { appendFileSync } from 'node:fs'

const SERVER = /node_modules\/(@[^/]+\/[^/]+)\//
const [, server] = SERVER.exec((process.argv[1] ?? '').replaceAll('\\', '/')) ?? []
const file = process.env.SERVERS_TAP

if (server !== undefined && file !== undefined) {
  const { stdin } = process
  const push = stdin.push.bind(stdin)
  let rest = ''
  stdin.push = (chunk, encoding) => {
    if (chunk !== null) {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) appendFileSync(file, `${JSON.stringify({ server, line })}\n`)
    }
    return push(chunk, encoding)
  }
}
