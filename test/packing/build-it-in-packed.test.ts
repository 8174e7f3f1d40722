/** docs/guide/build-it-in.md as a newcomer follows it, with what is published: the tarballs in an empty folder, the files of the page, a held call, and its tests. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installTarballs, makeTarballs, openLoopbackRegistry } from '../../scripts/packing/index.mjs'
import type { Installed } from '../../scripts/packing/index.mjs'
import { decideOnPage } from '../harness/example-agent.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { collect, exited } from '../harness/serve-harness.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const PAGE = readFileSync(path.join(REPOSITORY, 'docs/guide/build-it-in.md'), 'utf8')
const out = mkdtempSync(path.join(tmpdir(), 'holdpoint-packed-'))

let installed: Installed
let folder: string

beforeAll(async () => {
  const tarballs = await makeTarballs(out, { repository: null })
  const registry = await openLoopbackRegistry(tarballs.map(({ file }) => file))
  try {
    installed = await installTarballs(['@holdpoint/mcp'], registry.url)
  } finally {
    await registry.close()
  }
  folder = path.join(installed.folder, 'shop')
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  for (const name of ['@modelcontextprotocol', 'zod'])
    symlinkSync(path.join(REPOSITORY, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction')
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const [, text = ''] of PAGE.matchAll(/^```js\n([^]*?)^```$/gm))
    writeFileSync(path.join(folder, /^\/\/ (\S+)\n/.exec(text)?.[1] ?? ''), text)
}, 300_000)
afterAll(() => {
  installed.remove()
  rmSync(out, { recursive: true, force: true })
})

test('the six tarballs that the page names are all that it takes', () => {
  const named = /holdpoint-\{([\w,]+)\}/.exec(PAGE)?.[1]?.split(',') ?? []
  const { packages } = JSON.parse(readFileSync(path.join(installed.modules, '.package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [place: string]: unknown }
  }
  const ours = Object.keys(packages).flatMap((place) => /node_modules\/@holdpoint\/(\w+)$/.exec(place)?.[1] ?? [])
  expect(named.toSorted()).toEqual(ours.toSorted())
})

test('a call is held, decided on the page, and collected', async () => {
  const { environment } = createTemporaryHome()
  const child = spawn(process.execPath, ['try.js'], { cwd: folder, env: environment })
  const [said, logged] = [collect(child, 'stdout'), collect(child, 'stderr')]
  await waitFor('the question', () => (said().includes('Decide on the page') ? true : null))
  const url = /http:\S+\/approvals\/[\w-]+/.exec(said())?.[0]
  await decideOnPage({ log: logged }, { structured: { approval_url: url } }, 'approve')
  child.stdin.end('\n')
  expect(await exited(child)).toBe(0)
  expect(said()).toContain('✅ CHR-1 is deleted.')
})

test('its tests pass, and SQLite opens', async () => {
  const { environment } = createTemporaryHome()
  const options = { cwd: folder, env: environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap'], options)
  expect(stdout).toContain('# fail 0')
  const text = readFileSync(path.join(folder, 'try.js'), 'utf8').replace('server.js', 'server-sqlite.js')
  writeFileSync(path.join(folder, 'try-sqlite.js'), text)
  const trying = spawn(process.execPath, ['try-sqlite.js'], options)
  const said = collect(trying, 'stdout')
  trying.stdin.end('\n')
  await exited(trying)
  expect(said()).toContain('NOT RUN YET')
  expect(existsSync(path.join(folder, 'holds/holds.db'))).toBe(true)
})
