/** What the packages of this repository would be published with. Needs a build. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

interface Packed {
  readonly name: string
  readonly files: readonly { readonly path: string }[]
}

const PACKAGES = ['card', 'core', 'store', 'gateway', 'holdpoint']
let packed: readonly Packed[] = []

beforeAll(async () => {
  const those = PACKAGES.flatMap((name) => ['-w', `packages/${name}`])
  const options = { cwd: ROOT, shell: process.platform === 'win32', maxBuffer: 1 << 26 }
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...those], options)
  packed = JSON.parse(stdout) as readonly Packed[]
})

test.each(PACKAGES)('%s is packed with its license and a word on what it is', (name) => {
  const folder = join(ROOT, 'packages', name)
  const own = packed.find((each) => each.name === name || each.name === `@holdpoint/${name}`)
  const files = (own?.files ?? []).map(({ path }) => path)
  expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
  // What a build keeps for itself, and what is tested with.
  expect(files.filter((path) => /tsbuildinfo|replaced\.json|(?:^|\/)test\/|\.test\./.test(path))).toEqual([])
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  for (const place of placesIn(folder)) expect(files).toContain(place)
  // Links in it lead to what is in it.
  const links = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)
  for (const [, link] of links) expect(files).toContain(link)
})

/** The files that a manifest names. */
function placesIn(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly exports?: object }
  const elements = join(folder, 'custom-elements.json')
  const { readme } = (existsSync(elements) ? JSON.parse(readFileSync(elements, 'utf8')) : {}) as { readme?: string }
  const exported = [...JSON.stringify(manifest.exports ?? {}).matchAll(/"\.\/([^"]+\.(?:js|d\.ts|json))"[,}]/g)]
  return [...exported.map(([, place = '']) => place), ...(readme === undefined ? [] : [readme])]
}

test('[X12.1] what is for tests alone is in no package, and no package depends on it', () => {
  const manifestOf = (name: string): object =>
    JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as object
  expect(manifestOf('testing')).toMatchObject({ private: true })
  for (const name of PACKAGES) expect(JSON.stringify(manifestOf(name)), name).not.toContain('@holdpoint/testing')
  for (const { name, files } of packed) {
    const built = files.filter(({ path }) => /\.(?:js|d\.ts)$/.test(path))
    const folder = join(ROOT, 'packages', name.replace('@holdpoint/', ''))
    const naming = built.filter(({ path }) => readFileSync(join(folder, path), 'utf8').includes('@holdpoint/testing'))
    expect(naming, name).toEqual([])
  }
})
