/**
 * What is published, as those get it who install it: the tarballs of all packages, from a registry on this machine, in empty folders
 * far from this repository. One folder has all libraries, one the command alone.
 */
import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getMcpConfigForManifest, unpackExtension } from '@anthropic-ai/mcpb'
import type { McpbManifestAny } from '@anthropic-ai/mcpb'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { Ajv } from 'ajv'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import {
  billOfMaterials,
  bytesIn,
  installTarballs,
  makeDesktopBundle,
  makeTarballs,
  modulesOf,
  openLoopbackRegistry,
  publicPackages,
} from '../../scripts/packing/index.mjs'
import type { Installed, Tarball } from '../../scripts/packing/index.mjs'
import { CONFIRMING_SERVER, LEDGER_SERVER, REPOSITORY } from '../harness/paths.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import { collect, createPlace, exited, stdioServer } from '../harness/serve-harness.ts'
import type { Place } from '../harness/serve-harness.ts'
import { createStdioClient, modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import type { StdioClient } from '../harness/stdio-client.ts'
import { delay, PATIENCE_MS } from '../harness/wait-for.ts'

const run = promisify(execFile)
const MEGABYTE = 1_000_000
const out = mkdtempSync(path.join(tmpdir(), 'holdpoint-packed-'))
const PUBLIC = publicPackages()
const SDKS = ['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', 'zod']
const LIBRARIES = PUBLIC.map(({ manifest }) => manifest.name).filter((name) => name !== 'holdpoint')

let tarballs: readonly Tarball[] = []
let libraries: Installed
let command: Installed
/** The folder of somebody who writes a server, with both lines of the SDK. */
let author: Installed
let asked: readonly string[] = []

const tarballOf = (name: string): Tarball => {
  const found = tarballs.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no tarball of ${name}.`)
  return found
}

beforeAll(async () => {
  tarballs = await makeTarballs(out, { repository: 'git+https://example.test/holdpoint.git' })
  const registry = await openLoopbackRegistry(tarballs.map(({ file }) => file))
  try {
    ;[command, libraries, author] = await Promise.all([
      installTarballs(['holdpoint'], registry.url),
      installTarballs(LIBRARIES, registry.url),
      installTarballs(['@holdpoint/mcp', ...SDKS], registry.url),
    ])
    asked = registry.asked()
  } finally {
    await registry.close()
  }
}, 300_000)
afterAll(() => {
  command.remove()
  libraries.remove()
  author.remove()
  rmSync(out, { recursive: true, force: true })
})

describe.each(PUBLIC.map(({ manifest }) => manifest.name))('%s', (name) => {
  test('[X15.P1] passes publint and attw', async () => {
    const bytes = readFileSync(tarballOf(name).file)
    const tarball = new Uint8Array(bytes)
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
    const checked = await checkPackage(createPackageFromTarballData(tarball))
    // Of the command nothing is imported, so it has no types.
    expect(checked.types === false ? 'none' : checked.types.kind).toBe(name === 'holdpoint' ? 'none' : 'included')
    const problems = checked.types === false ? [] : checked.problems
    // As attw's own profile `esm-only` has it.
    const isRead = ({ resolutionKind }: { readonly resolutionKind?: string }): boolean =>
      resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'
    expect(problems.filter((problem) => isRead(problem as { readonly resolutionKind?: string }))).toEqual([])
  })

  test('[X15.P1] says what it is, brings its licences, its bill of materials and nothing of the build', () => {
    const { files } = tarballOf(name)
    const folder = path.join((name === 'holdpoint' ? command : libraries).modules, name)
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { [field: string]: unknown }
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/\w/),
      keywords: expect.arrayContaining(['approval']),
      license: 'Apache-2.0',
      publishConfig: { access: 'public', provenance: true },
      repository: { type: 'git', url: 'git+https://example.test/holdpoint.git' },
    })
    expect(manifest['devDependencies']).toBeUndefined()
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'sbom.cdx.json']))
    expect(files.filter((file) => /tsbuildinfo|bundled-packages|files\.json|replaced/.test(file))).toEqual([])
    const maps = files.filter((file) => file.endsWith('.js.map'))
    if (name === 'holdpoint') expect(maps).toEqual([])
    for (const map of maps.slice(0, 3))
      expect(JSON.parse(readFileSync(path.join(folder, map), 'utf8'))).toMatchObject({
        sourcesContent: [expect.stringMatching(/\w/)],
      })
  })
})

describe('the libraries', () => {
  test('[X15.P1] import in Node, and for browsers, with what they say they need', async () => {
    const modules = LIBRARIES.map((name) => modulesOf(path.join(libraries.modules, name)))
    const forNode = modules.flatMap((each) => each.forNode)
    const lines = forNode.map(
      (name) => `if (Object.keys(await import('${name}')).length === 0) throw new Error('${name}')`,
    )
    writeFileSync(path.join(libraries.folder, 'import.mjs'), lines.join('\n'))
    await run(process.execPath, ['import.mjs'], { cwd: libraries.folder })
    const forBrowsers = modules.flatMap((each) => each.forBrowsers)
    expect(forBrowsers.length).toBeGreaterThan(0)
    const contents = forBrowsers.map((name) => `import '${name}'`).join('\n')
    await build({
      stdin: { contents, resolveDir: libraries.folder },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      logLevel: 'silent',
    })
  })

  test('[X15.P1] their types are whole: every module, no declaration left out', async () => {
    const names = LIBRARIES.flatMap((name) => {
      const { forNode, forBrowsers } = modulesOf(path.join(libraries.modules, name))
      return [...forNode, ...forBrowsers]
    })
    const lines = names.map(
      (name, index) => `import * as module${index} from '${name}'\nexport type M${index} = typeof module${index}`,
    )
    writeFileSync(path.join(libraries.folder, 'consumer.ts'), `${lines.join('\n')}\n`)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      // Whoever compiles for Node has its types.
      typeRoots: [path.join(REPOSITORY, 'node_modules/@types')],
      types: ['node'],
    }
    writeFileSync(
      path.join(libraries.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    )
    const tsc = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [tsc, '-p', libraries.folder]).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })
})

test('[X15.P1] the bills of materials name what npm installs, and nothing else but what a bundle contains', () => {
  const bills = new Map(PUBLIC.map((published) => [published.manifest.name, billOfMaterials(published)]))
  const purls = (name: string, bundled: boolean): readonly string[] =>
    (bills.get(name)?.components ?? [])
      .filter(({ scope, properties }) => scope === 'required' && (properties !== undefined) === bundled)
      .map(({ purl }) => purl)
  const own = (name: string): string => bills.get(name)?.metadata.component.purl ?? ''
  const ofLibraries = LIBRARIES.flatMap((name) => [own(name), ...purls(name, false)])
  expect(installedIn(libraries)).toEqual([...new Set(ofLibraries)].toSorted())
  expect(installedIn(command)).toEqual([own('holdpoint'), ...purls('holdpoint', false)].toSorted())
  expect(purls('holdpoint', true)).toEqual(
    expect.arrayContaining([expect.stringContaining('/zod@'), expect.stringContaining('/lit@')]),
  )
})

const DELETED = { content: [{ type: 'text', text: '✅ Deleted A1.' }] }

describe.each(['v1', 'v2'] as const)('a server that confirms its own tools, on %s of the SDK', (LINE) => {
  const server = async (capabilities: object): Promise<StartedClient> => {
    const file = path.join(author.folder, 'server.mjs')
    copyFileSync(CONFIRMING_SERVER, file)
    const environment = { ...process.env, LINE, STORE: 'memory', LEDGER: path.join(author.folder, 'ledger') }
    const client = start([file], environment)
    await client.initialize('agent', capabilities)
    client.notify('notifications/initialized')
    return client
  }

  test('[X15.P5] is asked in a form of the client, and runs once', async () => {
    const client = await server({ elicitation: {} })
    const calling = client.call('delete_product', { code: 'A1' })
    const { id, params } = await waitForMessage(client, 'the form', ({ method }) => method === 'elicitation/create')
    expect(params).toMatchObject({ message: expect.stringContaining('Delete A1?') })
    await delay(500)
    client.respond(id ?? '', { action: 'accept', content: { decision: 'Run it once' } })
    expect((await calling).result).toMatchObject(DELETED)
    client.end()
  })

  test.each([
    ['an address that the client opens', { elicitation: { url: {} } }],
    ['a link in the envelope', {}],
  ])('[X15.P5] is decided on its page, by %s', async (_way, capabilities) => {
    const client = await server(capabilities)
    const calling = client.call('delete_product', { code: 'A1' })
    let shown = ''
    if ('elicitation' in capabilities) {
      const { id, params } = await waitForMessage(
        client,
        'the address',
        ({ method }) => method === 'elicitation/create',
      )
      shown = params.url
      await delay(500)
      client.respond(id ?? '', { action: 'accept' })
    }
    const page = await vi.waitFor(() => {
      const [, url = '', code = ''] =
        /(http:\/\/localhost:\d+), sign in with the code (\w+)/.exec(client.stderr()) ?? []
      const [, hold = ''] = /approvals\/([\w-]{36})/.exec(`${shown} ${client.stderr()}`) ?? []
      expect([url, code, hold]).not.toContain('')
      return { url, code, hold }
    }, PATIENCE_MS)
    const post = async (to: string, body: object, key = ''): Promise<{ readonly key?: string }> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const answer = await fetch(`${page.url}${to}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { readonly key?: string }
    }
    const { key = '' } = await post('/sign-in', { code: page.code })
    await post(`/approvals/${page.hold}/verdict`, { answer: 'approve' }, key)
    const first = await calling
    const told = 'elicitation' in capabilities ? first : await client.call('delete_product', { code: 'A1' })
    expect(told.result).toMatchObject(DELETED)
    client.end()
  })

  test('[X15.P5] is decided on the card, by a client that draws views', async () => {
    const ui = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
    const client = await server({ extensions: ui })
    const { result } = await client.call('delete_product', { code: 'A1', preview: true })
    const { hold, nonce } = result['_meta']['dev.holdpoint/card']
    await client.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
    expect(JSON.stringify((await client.call('delete_product', { code: 'A1', preview: false })).result)).toContain(
      '✅ Deleted A1.',
    )
    client.end()
  })
})

test('[X15.P5] a server on v2 of the SDK is asked by the answer to the call, where there are no sessions', async () => {
  const client = start([path.join(author.folder, 'server.mjs')], {
    ...process.env,
    LINE: 'v2',
    STORE: 'memory',
    LEDGER: path.join(author.folder, 'ledger'),
  })
  const call = {
    name: 'delete_product',
    arguments: { code: 'A1' },
    ...modernMeta('agent', { elicitation: { form: {} } }),
  }
  const { result } = await client.request('tools/call', call)
  expect(result).toMatchObject({ resultType: 'input_required' })
  await delay(500)
  const [key = ''] = Object.keys(result.inputRequests as object)
  const inputResponses = { [key]: { action: 'accept', content: { decision: 'Run it once' } } }
  const answered = { ...call, requestState: result.requestState as string, inputResponses }
  expect((await client.request('tools/call', answered)).result).toMatchObject(DELETED)
  client.end()
})

interface StartedClient extends StdioClient {
  readonly exited: Promise<number | null>
  stderr(): string
}

/** A program with pipes, as a host starts it. */
function start(args: readonly string[], environment: NodeJS.ProcessEnv): StartedClient {
  const child = spawn(process.execPath, args, { env: environment })
  return { ...createStdioClient(child), exited: exited(child), stderr: collect(child, 'stderr') }
}

/** What was asked is in the store, and has not run. */
async function expectHeld(client: StdioClient, id: string): Promise<void> {
  const { result } = await client.call('delete_item', { id })
  expect(JSON.stringify(result)).toContain('requires_human_approval')
}

/** As npm wrote it down. */
function installedIn({ modules }: Installed): readonly string[] {
  const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [place: string]: { readonly version: string } }
  }
  return Object.entries(packages)
    .map(([place, { version }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `pkg:npm/${name.replace('@', '%40')}@${version}`
    })
    .toSorted()
}

describe('the command', () => {
  let place: Place
  beforeAll(() => {
    place = createPlace(path.join(command.modules, 'holdpoint/bin/holdpoint.js'))
  })
  afterAll(async () => await place.close())

  function wrapLedger(environment: NodeJS.ProcessEnv): StartedClient {
    const bin = path.join(command.modules, 'holdpoint/bin/holdpoint.js')
    return start([bin, 'wrap', '--name', 'ledger', '--', process.execPath, LEDGER_SERVER], environment)
  }

  test('[X15.P2] is small: one bundle with its dependencies inside, beside native SQLite alone', () => {
    const { bytes, files } = tarballOf('holdpoint')
    expect(bytes).toBeLessThanOrEqual(1.5 * MEGABYTE)
    expect(files.length).toBeLessThan(150)
    expect(bytesIn(command.modules)).toBeLessThanOrEqual(35 * MEGABYTE)
    expect(PUBLIC.find(({ manifest }) => manifest.name === 'holdpoint')?.manifest.dependencies).toEqual({
      '@photostructure/sqlite': expect.any(String),
    })
    expect(asked).not.toContain('axios')
    const notices = readFileSync(path.join(command.modules, 'holdpoint/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['zod', 'sql-parser-cst', 'libpg-query', 'lit', 'kysely']) expect(notices).toContain(`${name} `)
  })

  test('[X15.P2] reads SQL with the parsers inside, and stands in front of a server with its store', async () => {
    place.configure({ version: 1, rationale: 'off', notify: 'none', feedback: false })
    expect((await place.run(['--version'])).stdout).toBe(`${tarballOf('holdpoint').version}\n`)
    const client = wrapLedger(place.environment)
    expect((await client.call('get_item', { id: '1' })).result.isError ?? false).toBe(false)
    await expectHeld(client, '1')
    client.end()
    const explain = async (sql: string): Promise<string> =>
      (await place.run(['policy', 'explain', 'db', 'query', JSON.stringify({ sql })])).stdout
    expect(await explain('SELECT 1')).toContain('pass, low risk')
    expect(await explain('WITH gone AS (DELETE FROM a RETURNING 1) SELECT * FROM gone')).toContain('The SQL writes')
  })

  test('[X15.P3] tells how to install what a chat needs, and asks elsewhere meanwhile', async () => {
    const environment = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' }
    const install = `npm install --prefix ${command.folder} @slack/socket-mode@3.1.0 @slack/web-api@8.2.0`
    const channels = {
      slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}' },
      ask: [{ to: ['slack:group/C1'] }],
    }
    const service = await place.serve({ servers: { ledger: stdioServer() }, channels }, environment)
    expect(service.stderr()).toContain(install)
    const shown = (await service.get('/admin/channels')).json as { readonly channels: readonly object[] }
    expect(shown.channels).toEqual([
      expect.objectContaining({
        name: 'slack',
        state: 'refused',
        problem: expect.stringContaining('holdpoint connect slack'),
      }),
    ])
    // Where files stand on this machine is not for those who only read.
    expect(JSON.stringify(shown)).not.toContain(command.folder)
    const agent = await connectAgent(service.url, { era: '2025' })
    const held = await agent.call('delete_item', { id: 's-1' })
    expect(JSON.stringify(held)).toContain('requires_human_approval')
    await service.stop()

    const checked = await place.run(['policy', 'check'], environment)
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(install) })
    const english = await place.run(['connect', 'slack'], { ...environment, LANG: 'C.UTF-8' })
    expect(english).toMatchObject({ code: 1, stderr: expect.stringContaining(`then run the same again: ${install}\n`) })
    const chinese = await place.run(['connect', 'slack'], { ...environment, LANG: 'zh_CN.UTF-8' })
    expect(chinese).toMatchObject({ code: 1, stderr: expect.stringMatching(/软件包[^]*请先安装/) })
    expect(chinese.stderr).toContain(install)
    const listed = await place.run(['connect', '--json'], environment)
    expect(JSON.parse(listed.stdout)).toMatchObject({
      channels: expect.arrayContaining([
        expect.objectContaining({ platform: 'slack', state: 'not-installed', next: install }),
      ]),
    })

    const wrap = wrapLedger({ ...place.environment, ...environment })
    await expectHeld(wrap, '2')
    await vi.waitFor(() => expect(wrap.stderr()).toContain(install), PATIENCE_MS)
    expect((await wrap.call('get_item', { id: '1' })).result.isError ?? false).toBe(false)
    wrap.end()
  })
})

describe('the bundle for Claude Desktop', () => {
  test('[X15.P4] keeps to the schema of manifests, and puts the server that a person names behind the gateway', async () => {
    const file = path.join(out, 'holdpoint.mcpb')
    makeDesktopBundle(tarballOf('holdpoint').file, file)
    const extensionPath = path.join(out, 'unpacked')
    expect(await unpackExtension({ mcpbPath: file, outputDir: extensionPath, silent: true })).toBe(true)
    const manifest = JSON.parse(readFileSync(path.join(extensionPath, 'manifest.json'), 'utf8')) as McpbManifestAny
    const schema = createRequire(import.meta.url).resolve('@anthropic-ai/mcpb/mcpb-manifest-v0.3.schema.json')
    const validate = new Ajv({ strict: false, formats: { uri: true, email: true } }).compile(
      JSON.parse(readFileSync(schema, 'utf8')) as object,
    )
    expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true)

    const userConfig = { command: `"${process.execPath}" "${LEDGER_SERVER}"`, variables: 'LEDGER_FSYNC=0' }
    const options = { extensionPath, systemDirs: {}, pathSeparator: path.sep, manifest }
    expect(await getMcpConfigForManifest({ ...options, userConfig: {} })).toBeUndefined()
    const config = await getMcpConfigForManifest({ ...options, userConfig })
    expect(config).toMatchObject({ command: 'node', args: [path.join(extensionPath, manifest.server.entry_point)] })
    const place = createPlace()
    const client = start(config?.args ?? [], { ...place.environment, ...config?.env })
    expect((await client.initialize()).result.serverInfo.name).toBe('ledger')
    await expectHeld(client, '1')
    client.end()
    // Without the variables of the server, where the field was left empty.
    const config2 = await getMcpConfigForManifest({ ...options, userConfig: { command: 'no "such' } })
    const refused = start(config2?.args ?? [], { ...place.environment, ...config2?.env })
    expect(await refused.exited).toBe(2)
    expect(refused.stderr()).toContain('a quote in it is not closed')
    await place.close()
  })
})
