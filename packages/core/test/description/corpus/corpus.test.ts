import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeFile, readCorpus, SAID, tell } from './corpus.ts'
import { wordsOfTool } from '../../../src/description/pack-words.ts'
import { LONGEST_TITLE } from '../../../src/description/title-template.ts'
import type { JsonValue } from '../../../src/json/json-value.ts'
import { serversWith, argumentNames } from '../pack-definitions.ts'
import { PACKS, recognises } from '../../../src/policy/packs.ts'
import { launchOf } from '../../../src/policy/rating/server-launch.ts'

const FILES = readCorpus()
const CALLS = FILES.flatMap(({ name, server, calls }) =>
  calls.map((call) => ({ name, server, call, told: tell(server, call) })),
)

test('at least 200 calls of at least 20 public servers', () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(200)
  expect(FILES.filter(({ server }) => launchOf(server) !== null).length).toBeGreaterThanOrEqual(20)
})

test.each(FILES.map((file) => [file.name, file] as const))('what is said of the calls of %s', (name, file) => {
  const path = new URL(`${name}.md`, SAID)
  const said = describeFile(file)
  if (process.env['CORPUS'] === 'update') {
    mkdirSync(SAID, { recursive: true })
    writeFileSync(path, said)
  }
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(said)
})

describe('a title', () => {
  test.each(CALLS.map(({ name, call, told }) => [name, call.tool, told] as const))(
    '%s %s reads as words',
    (_name, _tool, told) => {
      for (const title of Object.values(told.titles) as readonly string[]) {
        expect(title.trim()).not.toBe('')
        expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE)
        expect(title).not.toMatch(/\{"|":|\[\{|\\n|⟦U\+000[AD]⟧|undefined|\[object/)
        expect(openAtEnd(title), title).toBe('')
        expect(title).not.toMatch(/(?<!:\w+)[:：,，]\s*$|\s{2}|（\s*）/)
        expect(title).not.toMatch(/\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}/iu)
      }
    },
  )

  test('ends a path with its last name, however long it is', () => {
    for (const { call, told } of CALLS) {
      const { en, zh } = told.titles
      const paths = pathsIn(call.arguments).filter((path) => en.includes('…/') || en.includes(path))
      for (const path of paths) {
        const last = path.split('/').at(-1) ?? ''
        expect(en.includes(last), `${en}: ${path}`).toBe(true)
        expect(zh.includes(last), `${zh}: ${path}`).toBe(true)
      }
    }
  })
})

describe('the content', () => {
  test('is in words: JSON stands only where the caller sends JSON as a text', () => {
    for (const { name, call, told } of CALLS) {
      const sent = textsIn(call.arguments).join('\n')
      const raw = told.lines.filter((line) => /[{[]\s*"|":\s*["{[\d]|\[object|undefined/.test(line))
      const ours = raw.filter((line) => !sent.includes(line.replace(/^(?:│ (?:[-+ ] )?|[^:]+: )/, '')))
      expect(ours, `${name} ${call.tool}`).toEqual([])
    }
  })

  test('comes in every kind', () => {
    const kinds = new Set(CALLS.flatMap(({ told }) => told.kinds))
    expect([...kinds].toSorted()).toEqual(['SQL', 'address', 'code', 'command', 'data', 'difference', 'table', 'text'])
  })
})

test('the arguments are those of the servers', () => {
  for (const { server, call } of CALLS) {
    const launch = launchOf(server)
    const pack = PACKS.find((one) => launch !== null && recognises(one, launch))
    if (pack === undefined || wordsOfTool(server, call.tool) === null) continue
    const known = serversWith(pack.name, call.tool).flatMap(([, args]) => argumentNames(args))
    expect(
      Object.keys(call.arguments).filter((name) => !known.includes(name)),
      `${pack.name} ${call.tool}`,
    ).toEqual([])
  }
})

/** Brackets of either script that a title opens and never closes; those inside quoted words are the caller's own. */
function openAtEnd(title: string): string {
  let open = ''
  for (const letter of title.replaceAll(/"[^"]*"|“[^”]*”/g, '')) {
    if ('([（{'.includes(letter)) open += letter
    else if (')]）}'.includes(letter)) open = open.slice(0, -1)
  }
  return open
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap((item) => textsIn(item as JsonValue))
}

function pathsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return /^\/(?:[\w.-]+\/)+[\w.-]+$/.test(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap((item) => pathsIn(item as JsonValue))
}
