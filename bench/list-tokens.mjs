/**
 * What `wrap` adds to the tool list of server-filesystem as it comes: tokens of all of it, by an upper estimate, and
 * characters of what a model reads (name, description, input schema), of which a tool that only reads gets none.
 */
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

const readLength = ({ name, description, inputSchema }) =>
  name.length + (description ?? '').length + JSON.stringify(inputSchema).length
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

export async function measureListTokens() {
  const home = createHome()
  const environment = environmentFor(home)
  const command = [process.execPath, FILESYSTEM, home]
  const plain = await listOf(command, environment)
  const through = await listOf([process.execPath, HOLDPOINT, 'wrap', '--name', 'files', '--', ...command], environment)
  const [before, after] = [plain, through].map((tools) => JSON.stringify(tools))
  const isGated = ({ description }) => description.includes('NOT RUN YET')
  const gated = through.filter(isGated).length
  const lengths = [plain, through].map((tools) => tools.map(readLength))
  const [read, readThrough] = lengths.map(sum)
  const toReads = sum(through.map((tool, index) => (isGated(tool) ? 0 : lengths[1][index] - lengths[0][index])))
  return [
    {
      name: `tokens added to the list of server-filesystem (${through.length} tools, ${gated} gated)`,
      measured: countTokens(after) - countTokens(before),
      target: { atMost: 1200 },
      unit: 'tokens',
      detail: `upper estimate, on ${countTokens(before)}; by characters ÷ 4: ${Math.ceil((after.length - before.length) / 4)}`,
    },
    {
      name: 'what a model reads of the list of server-filesystem grows by',
      measured: (100 * (readThrough - read)) / read,
      target: { atMost: 16 },
      unit: '%',
      detail: `name, description and input schema: ${readThrough - read} characters on ${read}`,
    },
    {
      name: `of that to its ${through.length - gated} tools that only read`,
      measured: toReads,
      target: { atMost: 0 },
      unit: 'characters',
      detail: '',
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${JSON.stringify(await measureListTokens())}\n`)
}
