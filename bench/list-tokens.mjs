/** How many tokens `wrap` adds to the tool list of server-filesystem as it comes, by an upper estimate. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { countTokens } from './count-tokens.mjs'
import { HOLDPOINT, ROOT } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { openStdioClient } from './stdio-client.mjs'

const FILESYSTEM = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

async function listOf(command, environment) {
  const client = openStdioClient(command, environment)
  try {
    await client.initialize()
    return (await client.request('tools/list', {})).result.tools
  } finally {
    await client.close()
  }
}

export async function measureListTokens() {
  const home = createHome()
  const environment = environmentFor(home)
  const command = [process.execPath, FILESYSTEM, home]
  const plain = await listOf(command, environment)
  const through = await listOf([process.execPath, HOLDPOINT, 'wrap', '--name', 'files', '--', ...command], environment)
  const [before, after] = [plain, through].map((tools) => JSON.stringify(tools))
  const gated = through.filter(({ description }) => description.includes('NOT RUN YET')).length
  return [
    {
      name: `tokens added to the list of server-filesystem (${through.length} tools, ${gated} gated)`,
      measured: countTokens(after) - countTokens(before),
      target: { atMost: 1200 },
      unit: 'tokens',
      detail: `upper estimate, on ${countTokens(before)}; by characters ÷ 4: ${Math.ceil((after.length - before.length) / 4)}`,
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${JSON.stringify(await measureListTokens())}\n`)
}
