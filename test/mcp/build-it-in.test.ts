/**
 * docs/guide/build-it-in.md, block by block: every file of it is written as it stands there, checked by the compiler against our types, and run; what it says that people and agents read is what
 * they read. A block that nothing here takes fails.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { decideOnPage, personWho, startExample } from '../harness/example-agent.ts'
import type { FormPerson } from '../harness/example-agent.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { startProcess } from '../harness/run-wrap.ts'
import { createPlace, eventually, TOKENS } from '../harness/serve-harness.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const run = promisify(execFile)
const PAGE = readFileSync(path.join(REPOSITORY, 'docs/guide/build-it-in.md'), 'utf8')

interface Block {
  readonly language: string
  /** Of a file, as its first line names it; else what stands behind the language. */
  readonly name: string
  readonly text: string
}

const BLOCKS: readonly Block[] = [...PAGE.matchAll(/^```(\w+)(?: (\w+))?\n([^]*?)^```$/gm)].map(
  ([, language = '', kind = '', text = '']) => ({
    language,
    name: /^\/\/ (\S+)\n/.exec(text)?.[1] ?? kind,
    text,
  }),
)
const FILES = BLOCKS.filter(({ language }) => language === 'js')
const words = (name: string): string => BLOCKS.find((block) => block.name === name)?.text.trimEnd() ?? ''

const CALL = { name: 'delete_product', arguments: { code: 'CHR-1' } }

/** `…` stands for anything; all else is exact. */
function asWritten(text: string): RegExp {
  return new RegExp(
    text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  )
}

/** The folder of a reader who followed the page, with the packages of this repository installed. */
function follow(): TemporaryHome {
  const home = createTemporaryHome()
  for (const { name, text } of FILES) writeFileSync(path.join(home.folder, name), text)
  writeFileSync(path.join(home.folder, 'package.json'), JSON.stringify({ type: 'module' }))
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(home.folder, 'node_modules'), 'junction')
  return home
}

let home: TemporaryHome
beforeAll(() => {
  home = follow()
})

const at = (file: string): string => path.join(home.folder, file)

test('every block is taken', () => {
  const taken = ['shop.js', 'server.js', 'try.js', 'shop.test.js', 'server-sqlite.js', 'http.js', 'http-sessions.js']
  taken.push('server-remote.js', 'behind-a-gateway.js', 'log', 'told', 'form', 'fastmcp.ts')
  expect(
    BLOCKS.filter(({ language }) => language !== 'sh')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(taken.toSorted())
  expect(PAGE.match(/^\s*(```|~~~)/gm)).toHaveLength(2 * BLOCKS.length)
  const commands = BLOCKS.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trimEnd().split('\n'))
  expect(commands).toEqual([
    // Run, with the tarballs, by test/packing/packed.test.ts.
    'mkdir shop && cd shop',
    'npm init --yes',
    'npm pkg set type=module',
    'npm install @holdpoint/mcp @modelcontextprotocol/server zod',
    'npm install --save-dev @modelcontextprotocol/client',
    expect.stringMatching(/^npm install \/path\/to\/holdpoint\/packed\/holdpoint-\{[\w,]+\}-\*\.tgz /),
    'claude mcp add shop -- node "$PWD/server.js"',
    'node try.js',
    'node --test',
    'npm install @modelcontextprotocol/node',
    'npm install @modelcontextprotocol/sdk',
  ])
})

test('every file keeps to our types', async () => {
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    strict: false,
    skipLibCheck: true,
    types: ['node'],
  }
  const include = FILES.map(({ name }) => name)
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const tsc = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', home.folder]).catch(
    (error: { readonly stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

test('the block for fastmcp is the one that is compiled and run', () => {
  const compiled = readFileSync(path.join(REPOSITORY, 'adapters/fastmcp/confirmed-tool.ts'), 'utf8')
  expect(words('fastmcp.ts')).toBe(`// fastmcp.ts\n${compiled}`.trimEnd())
})

test('without a host: try.js shows a held call, and collects what was approved on the page', async () => {
  const trying = startProcess(process.execPath, ['try.js'], { cwd: home.folder, environment: home.environment })
  let said = ''
  trying.child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await waitFor('the question', () => (said.includes('Decide on the page') ? true : null))
  for (const line of words('log').split('\n')) expect(`${trying.stderr()}${said}`).toMatch(asWritten(line))
  const url = /http:\S+\/approvals\/[\w-]+/.exec(said)?.[0]
  await decideOnPage({ log: trying.stderr }, { structured: { approval_url: url } }, 'approve')
  trying.child.stdin.write('\n')
  await waitFor('the outcome', () => (said.includes(words('told')) ? true : null))
  expect(await trying.exited).toEqual({ code: 0, signal: null })
})

test('in a host with forms: the form, word for word', async () => {
  const person = personWho('approves')
  const agent = await startExample([at('server.js')], { person, environment: home.environment as Environment })
  expect((await agent.call('delete_product', { code: 'CHR-1' })).text).toBe(words('told'))
  expect(person.asked[0]).toMatch(new RegExp(`^${asWritten(words('form')).source}$`))
  await agent.close()
})

type Environment = { readonly [name: string]: string }

test('its tests pass', async () => {
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: home.folder,
    env: home.environment,
  })
  expect(stdout).toContain('# pass 6')
  expect(stdout).toContain('# fail 0')
})

test('with SQLite a question survives its process', async () => {
  const start = async (): ReturnType<typeof startExample> =>
    await startExample(['server-sqlite.js'], { environment: home.environment as Environment, cwd: home.folder })
  const first = await start()
  const asked = await first.call('delete_product', { code: 'CHR-1' })
  process.kill(first.pid() ?? 0, 'SIGKILL')
  const second = await start()
  const again = await second.call('delete_product', { code: 'CHR-1' })
  expect(again.structured?.['approval_id']).toBe(asked.structured?.['approval_id'])
  if (process.platform !== 'win32') expect(statSync(at('holds')).mode & 0o077).toBe(0)
  await second.close()
  expect(existsSync(at('holds/holds.db'))).toBe(true)
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

describe('over HTTP', () => {
  /** A server that listens, and a client at it; `modern`: of 2026-07-28. */
  async function clientAt(file: string, person: FormPerson, modern: boolean): Promise<Client> {
    const port = await freePort()
    const environment = { ...home.environment, PORT: String(port) }
    startProcess(process.execPath, [file], { cwd: home.folder, environment })
    const options = modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: {} }, ...(options as object) },
    )
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) => (await person.answer(params as never)) as never,
    )
    await eventually(async () => {
      const answered = await fetch(`http://127.0.0.1:${port}/mcp`).catch(() => null)
      return answered === null ? undefined : true
    })
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
    return client
  }

  const told = async (client: Client): Promise<string> => {
    const { content } = await client.callTool(CALL)
    await client.close()
    return content.map((part) => ('text' in part ? part.text : '')).join('\n')
  }

  test('a server for each request asks clients of 2026 in forms, and gives older ones the envelope', async () => {
    expect(await told(await clientAt('http.js', personWho('approves'), true))).toBe(words('told'))
    expect(await told(await clientAt('http.js', personWho('approves'), false))).toMatch(/^NOT RUN YET/)
  })

  test('a server for each session asks older clients too', async () => {
    const person = personWho('approves')
    expect(await told(await clientAt('http-sessions.js', person, false))).toBe(words('told'))
    expect(person.asked).toHaveLength(1)
  })
})

test('a service that is asked decides, and without it nothing runs', async () => {
  const place = createPlace()
  const service = await place.serve({ servers: {} })
  const { public_key: key } = JSON.parse((await place.run(['key', '--json'])).stdout) as { readonly public_key: string }
  const asking = { HOLDPOINT_URL: service.url, HOLDPOINT_TOKEN: TOKENS.agent, HOLDPOINT_KEY: key }
  const environment = { ...home.environment, ...asking } as Environment
  const agent = await startExample([at('server-remote.js')], { environment })
  const calling = agent.call('delete_product', { code: 'CHR-1' })
  const { id } = await eventually(async () => (await service.approvals('?state=pending'))[0])
  await service.approve(id)
  expect((await calling).text).toBe(words('told'))
  await agent.close()
  await place.close()
  const alone = await startExample([at('server-remote.js')], { environment })
  expect(await alone.call('delete_product', { code: 'CHR-1' })).toMatchObject({ isError: true })
  await alone.close()
})
