/** `policy explain` of a call against what the gateway really does with it: the two never differ. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const properties = (names: readonly string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const TOOLS = [
  { name: 'run_sql', inputSchema: properties(['sql']), annotations: { destructiveHint: true, readOnlyHint: false } },
  { name: 'gmail', inputSchema: properties(['action', 'to']) },
  { name: 'frobnicate', inputSchema: properties(['mode']), annotations: { readOnlyHint: true } },
  { name: 'get_item', inputSchema: properties(['id']) },
  { name: 'delete_item', inputSchema: properties(['id']), annotations: { readOnlyHint: true } },
  { name: 'edit_file', inputSchema: properties(['path', 'edits']), annotations: { destructiveHint: true } },
]
const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['run_sql', { sql: 'SELECT 1' }],
  ['run_sql', { sql: 'DELETE FROM orders' }],
  ['run_sql', { sql: 'SELECT 1', rationale: 'to delete everything later on' }],
  ['gmail', { action: 'list' }],
  ['gmail', { action: 'send' }],
  ['frobnicate', {}],
  ['frobnicate', { mode: 'delete' }],
  ['get_item', { id: '6' }],
  ['get_item', { id: '6', ID: '7' }],
  ['delete_item', { id: '6' }],
  ['edit_file', { path: '/srv/x/a.txt' }],
]

/** Lists these tools and answers every call. */
const SERVER = `
const tools = ${JSON.stringify(TOOLS)}
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
  const result = method === 'initialize' ? info : method === 'tools/list' ? { tools } : { content: [] }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})`

interface Explained {
  readonly answer: string
  readonly risk: string
  readonly rule: string
  readonly definition: string
  readonly note: string | null
}

async function explain(home: TemporaryHome, args: readonly string[]): Promise<Explained> {
  const { code, stdout, stderr } = await holdpoint(home, ['policy', 'explain', ...args])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Explained
}

/** `pass` or `ask`, by what comes back. */
async function through(
  home: TemporaryHome,
  command: readonly string[],
  calls: typeof CALLS,
): Promise<readonly string[]> {
  const wrap = await startWrap(home, { name: 'db', command })
  await wrap.client.request('tools/list')
  const answers: string[] = []
  for (const [tool, args] of calls) {
    const { result } = await wrap.client.call(tool, args)
    answers.push(result?.structuredContent?.['requires_human_approval'] === true ? 'ask' : 'pass')
  }
  await endWrap(wrap)
  return answers
}

describe('[X11.E3] policy explain', () => {
  test('says of each call what the gateway does with it: as seen, as configured, and by its command', async () => {
    const home = createTemporaryHome('wait: 0s\nrationale: off')
    const file = path.join(home.folder, 'server.cjs')
    writeFileSync(file, SERVER)
    const command = [process.execPath, file]
    const unknown = await explain(home, ['db', 'run_sql', '{"sql":"SELECT 1"}', '--json'])
    expect(unknown).toMatchObject({ answer: 'ask', definition: 'unknown' })
    expect(unknown.note).toMatch(/the gateway may let more pass.*-- <command>/)
    const done = await through(home, command, CALLS)
    expect(done.slice(0, 5)).toEqual(['pass', 'ask', 'pass', 'pass', 'ask'])
    for (const [at, [tool, args]] of CALLS.entries()) {
      const said = await explain(home, ['db', tool, JSON.stringify(args), '--json'])
      expect([tool, args, said.answer, said.definition]).toEqual([tool, args, done[at], 'seen'])
    }
    const byCommand = await explain(home, ['other', 'run_sql', '{"sql":"SELECT 1"}', '--json', '--', ...command])
    expect(byCommand).toMatchObject({ answer: 'pass', risk: 'low', rule: 'sql', definition: 'live' })
    home.configure(`servers: { warehouse: { command: ${JSON.stringify(command)} } }`)
    const configured = await explain(home, ['warehouse', 'run_sql', '{"sql":"SELECT 1"}', '--json'])
    expect(configured).toMatchObject({ answer: 'pass', risk: 'low', rule: 'sql', definition: 'live', note: null })
    const missing = await explain(home, ['warehouse', 'no_such_tool', '{}', '--json'])
    expect(missing).toMatchObject({ answer: 'ask', definition: 'unknown' })
    expect(missing.note).toContain('lists no tool called no_such_tool')
  })

  test('a pack counts as it does in the gateway, also for a server that is only wrapped', async () => {
    const at = (name: string): string => fileURLToPath(new URL(`../../bench/fatigue/${name}`, import.meta.url))
    const { SERVERS } = (await import(at('day.mjs'))) as {
      readonly SERVERS: { readonly [name: string]: { readonly command: readonly string[] } }
    }
    const { installServers } = (await import(at('install-servers.mjs'))) as { installServers(folder: string): string }
    const home = createTemporaryHome('wait: 0s\nrationale: off')
    const search = `${installServers(home.folder)}${path.delimiter}${process.env['PATH'] ?? ''}`
    const wrap = await startWrap(home, {
      name: 'hub',
      command: SERVERS['github']?.command ?? [],
      environment: { PATH: search },
    })
    await wrap.client.request('tools/list')
    await endWrap(wrap)
    // By its verb alone it would be medium.
    expect(await explain(home, ['hub', 'push_files', '{"owner":"a","repo":"b"}', '--json'])).toMatchObject({
      risk: 'high',
      rule: 'pack github',
      definition: 'seen',
    })
    expect(await explain(home, ['hub', 'issue_write', '{"method":"create"}', '--json'])).toMatchObject({
      risk: 'medium',
      rule: 'pack github',
    })
  })
})
