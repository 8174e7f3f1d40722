/**
 * Servers as people install them, behind `wrap`: what they answer through it is, byte for byte, what they answer
 * directly, apart from what the gateway says it touches. Writes are held and run once.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf } from './harness/answers.ts'
import { approve, expectAuditIntact, reject, waitForState } from './harness/decide.ts'
import { HOLDPOINT, REPOSITORY } from './harness/paths.ts'
import { openTerminal } from './harness/pseudo-terminal.ts'
import { READING_MS } from './harness/read-form.ts'
import { endWrap, startDirect, startWrap } from './harness/run-wrap.ts'
import type { RunningWrap } from './harness/run-wrap.ts'
import { waitForMessage } from './harness/stdio-client.ts'
import { createTemporaryHome } from './harness/temporary-home.ts'
import type { TemporaryHome } from './harness/temporary-home.ts'
import { delay, waitFor } from './harness/wait-for.ts'

interface RealServer {
  readonly name: string
  readonly command: (folder: string) => readonly string[]
  readonly environment: (folder: string) => NodeJS.ProcessEnv
  /** Requests that change nothing: method and params as JSON text. */
  readonly reads: (folder: string) => readonly (readonly [method: string, paramsText: string])[]
  readonly tools: number
}

const entry = (name: string): string =>
  path.join(REPOSITORY, `node_modules/@modelcontextprotocol/${name}/dist/index.js`)
const call = (tool: string, args: object): readonly [string, string] => [
  'tools/call',
  JSON.stringify({ name: tool, arguments: args }),
]

const SERVERS: readonly RealServer[] = [
  {
    name: 'filesystem',
    command: (folder) => [process.execPath, entry('server-filesystem'), path.join(folder, 'files')],
    environment: () => ({}),
    tools: 14,
    reads: (folder) => [
      call('read_text_file', { path: path.join(folder, 'files/a.txt') }),
      call('read_text_file', { path: path.join(folder, 'files/a.txt'), head: 1 }),
      call('read_file', { path: path.join(folder, 'files/a.txt') }),
      call('read_media_file', { path: path.join(folder, 'files/pixel.png') }),
      call('read_multiple_files', { paths: [path.join(folder, 'files/a.txt'), path.join(folder, 'files/none')] }),
      call('list_directory', { path: path.join(folder, 'files') }),
      call('list_directory_with_sizes', { path: path.join(folder, 'files'), sortBy: 'size' }),
      call('directory_tree', { path: path.join(folder, 'files') }),
      call('search_files', { path: path.join(folder, 'files'), pattern: '**/*.txt' }),
      call('list_allowed_directories', {}),
      call('read_text_file', { path: '/etc/hostname' }),
      call('read_text_file', { path: path.join(folder, 'files/missing.txt') }),
      call('read_text_file', { nothing: true }),
      ['ping', '{}'],
      ['resources/list', '{}'],
      ['prompts/list', '{}'],
      ['no/such/method', '{"a":1.0}'],
    ],
  },
  {
    name: 'memory',
    command: () => [process.execPath, entry('server-memory')],
    environment: (folder) => ({ MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') }),
    tools: 9,
    reads: () => [
      call('read_graph', {}),
      call('search_nodes', { query: 'Ada' }),
      call('search_nodes', { query: '"quoted" \n ünïcode' }),
      call('open_nodes', { names: ['Ada', 'nobody'] }),
      call('open_nodes', { names: 'not a list' }),
      ['ping', '{}'],
      ['no/such/method', '{}'],
    ],
  },
  {
    name: 'everything',
    command: () => [process.execPath, entry('server-everything'), 'stdio'],
    environment: () => ({}),
    tools: 12,
    reads: () => [
      call('echo', { message: 'caf\u00e9 \u{1f600} "q" \n end' }),
      call('get-sum', { a: 1, b: 2.5 }),
      call('get-tiny-image', {}),
      call('get-annotated-message', { messageType: 'error', includeImage: true }),
      call('get-structured-content', { location: 'Chicago' }),
      call('get-resource-links', { count: 3 }),
      call('get-resource-reference', { resourceType: 'Text', resourceId: 1 }),
      call('get-sum', { a: 'no number' }),
      ['ping', '{}'],
      ['prompts/list', '{}'],
      ['prompts/get', '{"name":"simple-prompt"}'],
      ['prompts/get', '{"name":"none"}'],
      ['resources/list', '{}'],
      ['resources/templates/list', '{}'],
      ['resources/read', '{"uri":"demo://nothing"}'],
      [
        'completion/complete',
        '{"ref":{"type":"ref/prompt","name":"completable-prompt"},"argument":{"name":"department","value":"E"}}',
      ],
      ['logging/setLevel', '{"level":"error"}'],
    ],
  },
]

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Reads are what these tests are about: tools that the policy cannot know to be reads are named. */
const CONFIG = `notify: none
servers:
  everything: { tools: { echo: { risk: low }, trigger-long-running-operation: { risk: low } } }
`

function prepare(): TemporaryHome {
  const home = createTemporaryHome(CONFIG)
  const files = path.join(home.folder, 'files')
  mkdirSync(path.join(files, 'sub'), { recursive: true })
  writeFileSync(path.join(files, 'a.txt'), 'first line\nsecond "line" ü 😀\n')
  writeFileSync(path.join(files, 'sub/b.txt'), 'b')
  writeFileSync(path.join(files, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  const graph = [
    { type: 'entity', name: 'Ada', entityType: 'person', observations: ['likes "maths"'] },
    { type: 'entity', name: 'Engine', entityType: 'machine', observations: [] },
    { type: 'relation', from: 'Ada', to: 'Engine', relationType: 'programs' },
  ]
  writeFileSync(path.join(home.folder, 'memory.jsonl'), graph.map((line) => JSON.stringify(line)).join('\n'))
  return home
}

/** The line that answers a request with this very text, without the id, which is ours to choose. */
async function answerTo(wrap: RunningWrap, id: number, method: string, paramsText: string): Promise<string> {
  wrap.client.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${paramsText}}`)
  return await wrap.client.answerLine(id)
}

const start = async (server: RealServer, home: TemporaryHome, how: typeof startWrap): Promise<RunningWrap> =>
  await how(home, {
    name: server.name,
    command: server.command(home.folder),
    environment: server.environment(home.folder),
    silent: true,
  })

/** A resource of the reference server names the second at which it was made; the two may be asked in different ones. */
const withoutClock = (answer: string): string => answer.replaceAll(/created at \d{1,2}:\d{2}:\d{2}/g, 'created at …')

const INITIALIZE = JSON.stringify({
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bytes', version: '1' },
})

describe.each(SERVERS)('server-$name', (server) => {
  test('answers through wrap byte for byte as directly, in 2025 spelling', async () => {
    const home = prepare()
    const [direct, wrap] = [await start(server, home, startDirect), await start(server, home, startWrap)]
    const opened = await Promise.all([direct, wrap].map((each) => answerTo(each, 1, 'initialize', INITIALIZE)))
    expect(opened[1]).toBe(opened[0])
    for (const each of [direct, wrap]) each.client.notify('notifications/initialized')
    let id = 10
    for (const [method, paramsText] of server.reads(home.folder)) {
      id += 1
      const asked = [direct, wrap].map(async (each) => withoutClock(await answerTo(each, id, method, paramsText)))
      const [plain, through] = await Promise.all(asked)
      expect(through, `${method} ${paramsText}`).toBe(plain)
    }
    await endWrap(wrap)
    await direct.kill()
    await expectAuditIntact(home)
  })

  test('lists every tool; only descriptions, the rationale and destructiveHint differ', async () => {
    const home = prepare()
    const [direct, wrap] = [await start(server, home, startDirect), await start(server, home, startWrap)]
    for (const each of [direct, wrap]) {
      await answerTo(each, 1, 'initialize', INITIALIZE)
      each.client.notify('notifications/initialized')
    }
    const [plain, through] = await Promise.all(
      [direct, wrap].map(async (each) => JSON.parse(await answerTo(each, 2, 'tools/list', '{}')) as Listing),
    )
    const [before, after] = [plain?.result.tools ?? [], through?.result.tools ?? []]
    expect(before.length).toBeGreaterThanOrEqual(server.tools)
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    for (const [index, tool] of after.entries()) expect(withoutOurs(tool, before[index])).toEqual(before[index])
    const { tools: _tools, ...rest } = through?.result ?? { tools: [] }
    const { tools: _before, ...restBefore } = plain?.result ?? { tools: [] }
    expect(rest).toEqual(restBefore)
    await endWrap(wrap)
    await direct.kill()
  })
})

interface Tool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: {
    readonly properties?: { readonly [name: string]: unknown }
    readonly required?: readonly string[]
  }
  readonly annotations?: { readonly destructiveHint?: boolean }
}

interface Listing {
  readonly result: { readonly tools: readonly Tool[] }
}

/** Takes away exactly what the gateway is allowed to add; whatever else it did stays and fails the comparison. */
function withoutOurs(tool: Tool, before: Tool | undefined): object {
  const { description, inputSchema, annotations, ...rest } = tool
  const { rationale: _rationale, ...properties } = inputSchema.properties ?? {}
  const required = (inputSchema.required ?? []).filter((name) => name !== 'rationale')
  const { destructiveHint, ...hints } = annotations ?? {}
  const keepsHint = before?.annotations?.destructiveHint !== undefined
  const ownDescription = before?.description ?? ''
  const unmarked = (description ?? '').replace(/^🔴 HIGH-RISK\.(?: |\n\n)?/, '')
  expect(unmarked).toSatisfy((text: string) => text.startsWith(ownDescription))
  const schema = {
    ...inputSchema,
    ...(before?.inputSchema.properties === undefined ? {} : { properties }),
    ...(before?.inputSchema.required === undefined ? {} : { required }),
  }
  if (before?.inputSchema.required === undefined) delete (schema as { required?: unknown }).required
  if (before?.inputSchema.properties === undefined) delete (schema as { properties?: unknown }).properties
  return {
    ...rest,
    ...(before?.description === undefined ? {} : { description: ownDescription }),
    inputSchema: schema,
    ...(before?.annotations === undefined
      ? {}
      : { annotations: { ...hints, ...(keepsHint ? { destructiveHint } : {}) } }),
  }
}

describe('writes are held and run once', () => {
  test('server-filesystem: a file is written after the approval, not before, and a refused one never', async () => {
    const home = prepare()
    const server = SERVERS[0] as RealServer
    const wrap = await start(server, home, startWrap)
    await wrap.client.initialize('writer')
    const [wanted, refused] = ['wanted', 'refused'].map((name) => path.join(home.folder, 'files', `${name}.txt`)) as [
      string,
      string,
    ]
    const held = envelopeOf(await wrap.client.call('write_file', { path: wanted, content: 'now\n' }))
    expect(existsSync(wanted)).toBe(false)
    await approve(home, held.approval_id)
    await waitForState(home, held.approval_id, 'succeeded')
    expect(readFileSync(wanted, 'utf8')).toBe('now\n')
    writeFileSync(wanted, 'changed by hand since')
    const collected = await wrap.client.call('write_file', { path: wanted, content: 'now\n' })
    expect(collected.result?.structuredContent).toBeDefined()
    // It collected the stored result: a second run would have overwritten the hand-made change.
    expect(readFileSync(wanted, 'utf8')).toBe('changed by hand since')
    const move = { source: wanted, destination: refused }
    const no = envelopeOf(await wrap.client.call('move_file', move))
    await reject(home, no.approval_id, '--reason', 'keep it')
    expect(codeOf(await wrap.client.call('move_file', move))).toBe('DECLINED')
    expect(existsSync(refused)).toBe(false)
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('server-everything: a call to be run as a task runs as one once it is approved', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, {
      name: 'everything',
      command: [process.execPath, entry('server-everything'), 'stdio'],
      capabilities: { tasks: { list: {}, cancel: {}, requests: { elicitation: { create: {} } } }, elicitation: {} },
    })
    // Its task tools come once it knows the client.
    await waitFor('its task tools', async () =>
      JSON.stringify(await wrap.client.request('tools/list')).includes('"simulate-research-query"'),
    )
    const params = {
      name: 'simulate-research-query',
      arguments: { topic: 'bees', ambiguous: false },
      task: { ttl: 60_000 },
    }
    const asked = wrap.client.request('tools/call', params)
    const question = await waitForMessage(wrap.client, 'the question', ({ method }) => method === 'elicitation/create')
    expect(question.params.message).toContain('It is to run as a task of the server: {"ttl":60000}')
    await delay(READING_MS)
    wrap.client.respond(question.id as string, { action: 'accept', content: { decision: 'Yes, only this once' } })
    const { task } = (await asked).result
    expect(task).toMatchObject({ taskId: expect.any(String), status: 'working' })
    const read = await wrap.client.request('tasks/get', { taskId: task.taskId })
    expect(read.result).toMatchObject({ taskId: task.taskId })
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[S3.6] server-memory: deleting an entity is decided at a terminal, and the graph changes once', async () => {
    const home = prepare()
    const server = SERVERS[1] as RealServer
    const file = path.join(home.folder, 'memory.jsonl')
    const wrap = await start(server, home, startWrap)
    await wrap.client.initialize('writer')
    const before = readFileSync(file, 'utf8')
    const held = envelopeOf(await wrap.client.call('delete_entities', { entityNames: ['Ada'] }))
    expect(readFileSync(file, 'utf8')).toBe(before)
    const terminal = openTerminal([process.execPath, HOLDPOINT, 'approve', held.approval_id], {
      environment: { ...home.environment, TERM: 'xterm' },
      cwd: home.folder,
    })
    const [, code = ''] = await terminal.waitForText(/Type ([0-9A-Z]+) to approve/)
    // The question itself stands on the screen, not only its number.
    expect(terminal.screen()).toContain('delete_entities')
    expect(terminal.screen()).toContain('Ada')
    await delay(READING_MS)
    terminal.type(code)
    expect((await terminal.exited).code, terminal.screen()).toBe(0)
    const done = await waitForState(home, held.approval_id, 'succeeded')
    expect(done.via).toBe('terminal')
    expect(readFileSync(file, 'utf8')).not.toContain('Ada')
    await endWrap(wrap)
    await expectAuditIntact(home)
  })
})

describe.each(['v1', 'v2'] as const)('clients of SDK %s', (line) => {
  test.each(SERVERS)('list and call server-$name through wrap', async (server) => {
    const home = prepare()
    const env = Object.fromEntries(
      Object.entries({ ...home.environment, ...server.environment(home.folder) }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      ),
    )
    const args = [HOLDPOINT, 'wrap', '--name', server.name, '--', ...server.command(home.folder)]
    const command = { command: process.execPath, args, env, cwd: realpathSync(home.folder), stderr: 'ignore' as const }
    const client =
      line === 'v1' ? new ClientV1({ name: 'v1', version: '1' }) : new ClientV2({ name: 'v2', version: '1' })
    if (client instanceof ClientV1) await client.connect(new StdioV1(command))
    else await client.connect(new StdioV2(command))
    try {
      const { tools } = await client.listTools()
      expect(tools.length).toBeGreaterThanOrEqual(server.tools)
      // Both lines check results against the schemas that were listed.
      for (const [method, paramsText] of server.reads(home.folder)) {
        if (method !== 'tools/call') continue
        const params = JSON.parse(paramsText) as { name: string; arguments: { [name: string]: unknown } }
        const result = await client.callTool(params)
        expect(result.content).toBeDefined()
      }
      const risky = { filesystem: 'write_file', memory: 'delete_entities', everything: 'toggle-simulated-logging' }[
        server.name
      ]
      const riskyArguments = {
        filesystem: { path: path.join(home.folder, 'files/x.txt'), content: 'x' },
        memory: { entityNames: ['Ada'] },
        everything: {},
      }[server.name] as { [name: string]: unknown }
      const held = await client.callTool({ name: risky ?? '', arguments: riskyArguments })
      expect(JSON.stringify(held)).toContain('requires_human_approval')
    } finally {
      await client.close()
    }
  })
})
