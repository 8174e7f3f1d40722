/** Where things are, seen from the repository. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const BENCH = path.dirname(fileURLToPath(import.meta.url))
export const ROOT = path.dirname(BENCH)
export const HOLDPOINT = path.join(ROOT, 'packages', 'holdpoint', 'bin', 'holdpoint.js')
export const LEDGER_SERVER = path.join(ROOT, 'test', 'fixtures', 'ledger-server.mjs')
export const BYTE_PIPE = path.join(ROOT, 'test', 'fixtures', 'byte-pipe.mjs')

const EVERYTHING = path.join(ROOT, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')

/**
 * The two servers that calls are measured against. `everything` is the reference server from npm, with the SDK inside.
 * `ledger` does nothing but answer and is lighter than any server with work to do: it shows the worst that can be.
 */
export const SERVERS = {
  ledger: { command: [process.execPath, LEDGER_SERVER], call: { name: 'get_item', arguments: { id: 7 } } },
  everything: {
    command: [process.execPath, EVERYTHING, 'stdio'],
    call: { name: 'get-sum', arguments: { a: 2, b: 3 } },
  },
}
