/**
 * A package declares what its sources import, and nothing else: what is missing would be found by chance only, where an installer
 * puts another package's dependency within reach.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from '../harness/paths.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Its sources are built into one bundle with what they import: an installation has that, and what the bundle loads by name. */
const COMMAND = 'holdpoint'

/** Built into one file for a browser: an installation of the package loads none of it by name. */
const BUNDLED = ['inbox', 'view']

const IMPORTS = [
  /^(?:import|export)\b[^'"`;]*? from '([^'.][^']*)'/gm,
  /^import '([^'.][^']*)'/gm,
  /\bimport\('([^'.][^']*)'\)/g,
  /\brequire\('([^'.][^']*)'\)/g,
]

const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

/** The packages that a text imports, those that Node brings left out. */
function importedBy(text: string): readonly string[] {
  const modules = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, module = '']) => module))
  return modules.filter((module) => !isBuiltin(module)).map(packageOf)
}

function importedUnder(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[mc]?[jt]s$/.test(file))
  return new Set(files.flatMap((file) => importedBy(readFileSync(join(folder, file), 'utf8'))))
}

/** Minified, and with what stands for a package in texts of parsers: only whole names of packages count. */
const LOADED = /\b(?:from|import\()"((?:@[\w-]+\/)?[a-z][\w.-]*)"/g

function loadedByBundle(folder: string): ReadonlySet<string> {
  const files = JSON.parse(readFileSync(`${folder}.files.json`, 'utf8')) as readonly string[]
  const texts = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(folder, file), 'utf8'))
  const names = texts.flatMap((text) => [...text.matchAll(LOADED)].map(([, module = '']) => module))
  return new Set(names.filter((module) => !isBuiltin(module)))
}

const PACKAGES = readdirSync(join(REPOSITORY, 'packages')).filter((name) =>
  existsSync(join(REPOSITORY, 'packages', name, 'package.json')),
)

describe.each(PACKAGES)('[X12.1] packages/%s', (name) => {
  const folder = join(REPOSITORY, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const installed = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  })
  const development = Object.keys(manifest.devDependencies ?? {})
  const sources = importedUnder(join(folder, 'src'))
  const bundled = new Set(BUNDLED.flatMap((part) => [...importedUnder(join(folder, part))]))

  test('declares every package that its sources import', () => {
    // What is never published, or built into the bundle, is installed with the repository.
    const isBuilt = manifest.private === true || name === COMMAND
    const declared = isBuilt ? [...installed, ...development] : installed
    expect([...sources].filter((one) => one !== manifest.name && !declared.includes(one))).toEqual([])
    expect([...bundled].filter((one) => ![manifest.name, ...installed, ...development].includes(one))).toEqual([])
  })

  test('declares no package that nothing in it imports', () => {
    const loaded = name === COMMAND ? loadedByBundle(join(folder, 'dist/bundle')) : sources
    expect(installed.filter((one) => !loaded.has(one))).toEqual([])
    if (name === COMMAND) expect([...loaded].filter((one) => !installed.includes(one))).toEqual([])
    const types = development.filter((one) => one.startsWith('@types/'))
    const used = new Set([...sources, ...bundled])
    expect(development.filter((one) => !types.includes(one) && !used.has(one))).toEqual([])
    expect(types.filter((one) => !used.has(one.slice('@types/'.length)))).toEqual([])
  })
})

test('every way to import is seen, and text that looks like one is not', () => {
  const text = [
    "import { one } from 'one'",
    'import type {',
    '  Two,',
    "} from '@two/two/part'",
    "export { three } from 'three'",
    "import 'four'",
    "const five = await import('five')",
    "const six = require('six')",
    "import { readFileSync } from 'node:fs'",
    "import { near } from './near.ts'",
    "const folder = require.resolve('perhaps/package.json') // looked for, and done without",
    "  .from('table') // a query",
    "// taken from 'words'",
  ].join('\n')
  expect(new Set(importedBy(text))).toEqual(new Set(['one', '@two/two', 'three', 'four', 'five', 'six']))
})
