import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildCard } from '../../scripts/build.mjs'
import { chooseMessages } from '../../src/presentation/message-table.ts'

const CARD = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(CARD, path), 'utf8')
const sources = (folder: string): string =>
  readdirSync(join(CARD, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(`${folder}/${name}`))
    .join('\n')

interface Named {
  readonly name: string
  readonly description?: string
}
interface Declaration {
  readonly members: readonly Named[]
  readonly attributes: readonly Named[]
  readonly events: readonly Named[]
  readonly slots: readonly Named[]
  readonly cssParts: readonly Named[]
  readonly cssProperties: readonly Named[]
}

const unique = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort()
const namesOf = (list: readonly Named[]): readonly string[] => unique(list.map(({ name }) => name))
const found = (text: string, pattern: RegExp): readonly string[] =>
  unique([...text.matchAll(pattern)].flatMap((match) => (match[1] ?? '').split(' ')))

describe('the custom-elements manifest says what the code does', () => {
  const manifest = JSON.parse(read('custom-elements.json')) as { modules: { declarations: Declaration[] }[] }
  const declaration = manifest.modules[0]?.declarations[0] as Declaration
  const element = read('src/tool-card.ts')
  const drawing = `${sources('src/draw')}\n${element}`

  test('properties and attributes', () => {
    const defined = /defineElement\('tool-card', ToolCard, \{([^}]*)\}/.exec(element)?.[1] ?? ''
    const properties = found(defined, /(\w+):/g)
    expect(namesOf(declaration.members)).toEqual(unique([...properties, 'show', 'updateComplete']))
    const observed = /observedAttributes: readonly string\[\] = \[([^\]]*)\]/.exec(element)?.[1] ?? ''
    const styled = found(sources('src/style'), /:host\(\[(\w+)=/g)
    expect(namesOf(declaration.attributes)).toEqual(unique([...found(observed, /'(\w+)'/g), ...styled]))
  })

  test('events, slots, parts and custom properties', () => {
    expect(namesOf(declaration.events)).toEqual(found(read('src/card-events.ts'), /'([\w-]+)': CustomEvent/g))
    expect(namesOf(declaration.slots)).toEqual(found(drawing, /<slot name="([\w-]+)"/g))
    expect(namesOf(declaration.cssParts)).toEqual(
      unique([...found(drawing, /\bpart="([^"]+)"/g), ...found(drawing, /'button (confirm[a-z-]*)'/g)]),
    )
    expect(namesOf(declaration.cssProperties)).toEqual(found(sources('src/style'), /(--hp-[a-z-]+)/g))
  })

  test('the guide names every one of them', () => {
    const guide = readFileSync(join(CARD, '../../docs/card.md'), 'utf8')
    for (const list of [declaration.members, declaration.events, declaration.slots, declaration.cssParts]) {
      for (const { name } of list) expect(guide).toContain(`\`${name}\``)
    }
    for (const { name } of declaration.cssProperties) expect(guide).toContain(`\`${name}\``)
  })
})

test('[S4.6] the presentation works without a browser, by the name other packages use', async () => {
  const { present } = await import('@holdpoint/card/presentation')
  const server = { name: 'crm', trust: 'trusted', state: 'connected' } as const
  const shown = present({ id: '1', tool: 'get_x', server, state: 'running', arguments: {} }, 0, 'en')
  expect(shown.lines[0]).toBe('⚙ Running… · get_x')
})

describe('size', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-card-size-'))
  const sizeOf = async (entry: string): Promise<number> =>
    gzipSync(readFileSync(await buildCard({ entry: join(CARD, entry), outfile: join(folder, 'out.js') })), { level: 9 })
      .length

  test('everything in one module is at most 31 kB; the presets add little', async () => {
    const element = await sizeOf('src/tool-card.ts')
    const whole = await sizeOf('src/index.ts')
    expect(whole - element).toBeLessThanOrEqual(1500)
    expect(whole).toBeLessThanOrEqual(31_000)
  })

  test('nothing of the core comes along that the card does not use', () => {
    const bundle = readFileSync(join(folder, 'out.js'), 'utf8')
    for (const word of ['hold-approved', 'libpg', 'GENESIS', 'RATE_LIMITED']) expect(bundle).not.toContain(word)
  })

  test('words keep the names that a host sets them by', () => {
    const bundle = readFileSync(join(folder, 'out.js'), 'utf8')
    const lost = Object.entries(chooseMessages('en')).filter(([name, text]) => !bundle.includes(`${name}|${text}`))
    expect(lost).toEqual([])
  })

  test('no text is ever made markup', () => {
    const all = ['src', 'src/draw', 'src/edit', 'src/guard', 'src/markdown'].map(sources).join('\n')
    expect(all).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|document\.write|DOMParser|\beval\b|new Function/,
    )
  })
})
