/**
 * What an agent is made to read where a call did not simply run: the words of an envelope and of a refusal, beside the object that each
 * carries once. Of a server whose tools have output schemas and of one whose tools have none, with a long name in the call.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { countTokens } from './count-tokens.mjs'
import { HOLDPOINT, LEDGER_SERVER, ROOT } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { openStdioClient } from './stdio-client.mjs'

const FILESYSTEM = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')
const SECRET = 'the approver of the bench'
const LONG = 'the-minutes-of-the-meeting-of-the-committee-'.repeat(4)

/** The words and the object of an answer; an object that stands in none or in two places fails the measurement. */
function takeApart({ result }) {
  const [block, ...others] = result.content
  const [before, inText] = block.text.split(/\n(?=\{"(?:requires_human_approval|error)":)/)
  const objects = [result.structuredContent, inText].filter((object) => object !== undefined)
  const mark = Object.keys(result['_meta']['dev.holdpoint/hold'])
  if (others.length > 0 || objects.length !== 1 || mark.join() !== 'id,state') {
    throw new Error(`It is said more than once: ${JSON.stringify(result)}`)
  }
  const object = inText ?? JSON.stringify(result.structuredContent)
  return { words: countTokens(before), object: countTokens(object), value: JSON.parse(object) }
}

async function answersOf(server, call) {
  const home = createHome()
  const sha256 = createHash('sha256').update(SECRET).digest('hex')
  const tokens = [{ name: 'ci', role: 'approver', sha256 }]
  writeFileSync(path.join(home, 'holdpoint.yaml'), JSON.stringify({ version: 1, wait: '0s', notify: 'none', tokens }))
  const environment = environmentFor(home)
  const client = openStdioClient(
    [process.execPath, HOLDPOINT, 'wrap', '--name', 'bench', '--', ...server(home)],
    environment,
  )
  try {
    await client.initialize()
    const envelope = takeApart(await client.request('tools/call', call(home)))
    const reject = [HOLDPOINT, 'reject', envelope.value.approval_id, '--reason', `Not now. ${LONG}`]
    execFileSync(process.execPath, reject, { env: { ...environment, HOLDPOINT_TOKEN: SECRET } })
    return { envelope, refusal: takeApart(await client.request('tools/call', call(home))) }
  } finally {
    await client.close()
  }
}

export async function measureAnswerTokens() {
  const cases = {
    'with an output schema': await answersOf(
      (home) => [process.execPath, FILESYSTEM, home],
      (home) => ({ name: 'write_file', arguments: { path: path.join(home, `${LONG}.md`), content: 'Notes' } }),
    ),
    without: await answersOf(
      () => [process.execPath, LEDGER_SERVER],
      () => ({ name: 'delete_item', arguments: { id: LONG } }),
    ),
  }
  return Object.entries(cases).flatMap(([which, answers]) =>
    Object.entries(answers).map(([kind, { words, object }]) => ({
      name: `tokens of the words of an ${kind}, tool ${which}`.replace('an refusal', 'a refusal'),
      measured: words,
      target: { atMost: 120 },
      unit: 'tokens',
      detail: `upper estimate; the object, once: ${object}`,
    })),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${JSON.stringify(await measureAnswerTokens())}\n`)
}
