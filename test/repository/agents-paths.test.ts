/** The path tables of AGENTS.md name files that exist, few enough to be read, that lead from one to the next. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from '../harness/paths.ts'

/** The most files that a reader may have to open. */
const TABLES: readonly (readonly [heading: string, most: number])[] = [
  ['A read that passes, over stdio', 20],
  ['A held call, decided in another process', 30],
  ['A call over HTTP', 25],
]

const text = readFileSync(join(REPOSITORY, 'AGENTS.md'), 'utf8')

/** The files of one table, in its order. */
function filesOf(heading: string): readonly string[] {
  const [, after = ''] = text.split(`### ${heading}\n`)
  const table = after.split(/\n#{2,3} /, 1)[0] ?? ''
  return [...table.matchAll(/^\| *(\d+) *\| *`([^`]+)` *\| *\S.*\|$/gm)].map(([, number, file], index) => {
    expect(Number(number)).toBe(index + 1)
    return file ?? ''
  })
}

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8')

/** What a file imports, or passes on: the module and the names, whatever they are called there. */
function importsOf(file: string): readonly { readonly names: readonly string[]; readonly module: string }[] {
  const found = read(file).matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm)
  const lazy = read(file).matchAll(/const \{([^}]*)\} = await import\('([^']+)'\)/g)
  return [...found, ...lazy].map(([, names = '', module = '']) => ({
    names: names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''),
    module,
  }))
}

/** The source of a module of ours, as another file names it; `null`: somebody else's. */
function sourceOf(module: string, from: string): string | null {
  if (module.startsWith('.')) return normalize(join(dirname(from), module))
  const [, name, entry = ''] = /^@holdpoint\/(\w+)(\/[\w-]+)?$/.exec(module) ?? []
  return name === undefined ? null : `packages/${name}/src${entry}/index.ts`
}

/** Where a name that a module exports is written: an index only passes it on. */
function writtenIn(file: string, name: string): string | null {
  if (!file.endsWith('/index.ts')) return file
  if (!existsSync(join(REPOSITORY, file))) return null
  const passed = importsOf(file).find(({ names }) => names.includes(name))
  if (passed !== undefined) return writtenIn(sourceOf(passed.module, file) ?? '', name)
  const wholes = [...read(file).matchAll(/^export \* from '([^']+)'/gm)].map(([, module = '']) =>
    sourceOf(module, file),
  )
  const found = wholes.map((whole) => (whole?.endsWith('/index.ts') === true ? writtenIn(whole, name) : null))
  return found.find((one) => one !== null) ?? null
}

function neighboursOf(file: string): ReadonlySet<string> {
  const neighbours = importsOf(file).flatMap(({ names, module }) => {
    const source = sourceOf(module, file)
    return source === null ? [] : names.map((name) => writtenIn(source, name))
  })
  return new Set(neighbours.filter((one) => one !== null))
}

describe.each(TABLES)('[X12.3] the path of "%s"', (heading, most) => {
  const files = filesOf(heading)

  test(`has at most ${most} files, all of which exist, none of them twice`, () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.length).toBeLessThanOrEqual(most)
    expect(files.filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })

  test('can be followed: imports within the table lead from its first file to every other', () => {
    const ties = files.flatMap((file) => [...neighboursOf(file)].map((neighbour) => [file, neighbour] as const))
    const reached = new Set(files.slice(0, 1))
    for (let before = 0; before < reached.size;) {
      before = reached.size
      for (const [one, other] of ties) {
        if (reached.has(one) && files.includes(other)) reached.add(other)
        if (reached.has(other)) reached.add(one)
      }
    }
    expect(files.filter((file) => !reached.has(file))).toEqual([])
  })
})

test('[X12.3] what is named for a change exists', () => {
  const [, after = ''] = text.split('## Where a change goes\n')
  const named = [...(after.split('\n## ', 1)[0] ?? '').matchAll(/`((?:packages|docs)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([])
})
