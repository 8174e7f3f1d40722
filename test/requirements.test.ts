/** Every promise of the manifest is cited by a test's title, and every id that a title cites is in the manifest. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from './harness/paths.ts'
import { REQUIREMENTS } from './requirements.ts'

const ID = /\[([A-Z]\d+(?:\.[A-Z]?\d+)?)\]/g
/** Comments are taken with the literals, so that a quote in one does not begin the other. */
const LITERAL_OR_COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g

/** The ids inside the string literals of a test file: titles, and the tables that titles are made of. */
function citedIn(source: string): readonly string[] {
  return [...source.matchAll(LITERAL_OR_COMMENT)]
    .map(([text]) => text)
    .filter((text) => !text.startsWith('/'))
    .flatMap((text) => [...text.matchAll(ID)].map(([, id]) => id ?? ''))
}

const OWN = ['requirements.ts', 'requirements.test.ts']

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  )

function testFiles(): readonly string[] {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(path.join(REPOSITORY, parent))
      .filter((name) => readdirSync(path.join(REPOSITORY, parent, name)).includes('test'))
      .map((name) => path.join(parent, name, 'test')),
  )
  // The contracts of ports are tests too, wherever they are run.
  return [...folders, 'packages/testing/src', 'test']
    .flatMap(filesUnder)
    .filter((file) => file.endsWith('.ts') && !OWN.includes(path.basename(file)))
}

const sources = testFiles().map((file) => ({ file, source: readFileSync(path.join(REPOSITORY, file), 'utf8') }))
const citations = new Map<string, string[]>()
for (const { file, source } of sources) {
  for (const id of citedIn(source)) citations.set(id, [...(citations.get(id) ?? []), file])
}

describe('the manifest', () => {
  test('names each promise once, in words', () => {
    const ids = REQUIREMENTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(80)
    for (const { id, promise } of REQUIREMENTS) expect(promise.length, id).toBeGreaterThan(15)
  })

  test.each(REQUIREMENTS)('$id is proven: $promise', ({ id }) => {
    expect(citations.get(id) ?? []).not.toEqual([])
  })

  test('knows every id that a test cites', () => {
    const known = new Set(REQUIREMENTS.map(({ id }) => id))
    const unknown = [...citations].filter(([id]) => !known.has(id))
    expect(unknown).toEqual([])
  })
})

test('no test is left out of the run', () => {
  const left = sources.flatMap(({ file, source }) => {
    const found = /\b(?:test|it|describe)\.(?:skip|todo|only|fails)\b(?!If)/.exec(source)
    return found === null ? [] : [`${file}: ${found[0]}`]
  })
  expect(left).toEqual([])
})

test('citations are found in titles and tables, and not in comments', () => {
  expect(citedIn("test('[C7] reordered', () => {})")).toEqual(['C7'])
  expect(citedIn('test.each([["[G5] a"], ["[G1] b"]])(`%s [S1.2]`, run)')).toEqual(['G5', 'G1', 'S1.2'])
  expect(citedIn("// don't cite [C7]\n/* nor '[C9]' */ const a = list[B1]")).toEqual([])
})
