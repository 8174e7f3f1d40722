import { describe, expect, test } from 'vitest'
import { WORDS } from '../../src/description/pack-words.ts'
import type { PackCall, ToolWords } from '../../src/description/pack-words.ts'
import { PACKS } from '../../src/policy/packs.ts'
import type { PackEntry } from '../../src/policy/packs.ts'
import { argumentAt, argumentNames, DEFINITIONS, requiredNames, serversWith } from './pack-definitions.ts'

const ALL = WORDS.flatMap(({ pack, tools }) =>
  Object.entries(tools).map(([tool, words]) => ({ pack, tool, words, name: `${pack} ${tool}` })),
)

const mayAsk = (entry: PackEntry): boolean => entry !== 'low'

describe('which tools have words', () => {
  test('every pack has words, and at least twenty do', () => {
    expect(WORDS.map(({ pack }) => pack).toSorted()).toEqual(PACKS.map(({ name }) => name).toSorted())
    expect(WORDS.length).toBeGreaterThanOrEqual(20)
  })

  test('every tool that may ask has words', () => {
    const without = PACKS.flatMap(({ name, tools }) =>
      Object.entries(tools)
        .filter(([tool, entry]) => mayAsk(entry) && WORDS.find(({ pack }) => pack === name)?.tools[tool] === undefined)
        .map(([tool]) => `${name} ${tool}`),
    )
    expect(without).toEqual([])
  })

  test('words are for tools that their pack rates, and that were read', () => {
    for (const { pack, tool, name } of ALL) {
      expect(PACKS.find((one) => one.name === pack)?.tools, name).toHaveProperty([tool])
      expect(serversWith(pack, tool), name).not.toEqual([])
    }
    expect([...DEFINITIONS.keys()].toSorted()).toEqual(PACKS.map(({ name }) => name).toSorted())
  })
})

const SLOT = /\{([^{}]*)\}/g
const FORMATS =
  /^(?:[\w@.-]+(?:\/[\w@.-]+)*)(?:\|(?:file|path|site|lines|list|first|command|sql|manifest|headline|time|count [^/|{}]+(?:\/[^/|{}]+)?|money [\w.]+|word [^|{}]+))?$/

interface Slot {
  readonly names: readonly string[]
  readonly format: string
  readonly needed: boolean
}

function slotsOf(template: string): readonly Slot[] {
  return template.split(/\[([^[\]]*)\]/).flatMap((part, index) =>
    [...part.matchAll(SLOT)].map(([, inside = '']) => {
      const [names = '', format = ''] = inside.split('|')
      return { names: names.split('/'), format, needed: index % 2 === 0 }
    }),
  )
}

function titlesOf(words: ToolWords): readonly { readonly en: string; readonly zh: string }[] {
  return [words.title, words.titleWhenThere, words.titleWhenNew].flatMap((titles) => titles ?? [])
}

const templatesOf = (words: ToolWords): readonly string[] => titlesOf(words).flatMap(({ en, zh }) => [en, zh])

describe('titles of packs', () => {
  test.each(ALL.map((one) => [one.name, one] as const))('%s', (_name, { pack, tool, words }) => {
    const servers = serversWith(pack, tool)
    for (const template of templatesOf(words)) {
      const plain = template.replaceAll(SLOT, '')
      expect(plain.replaceAll(/\[[^[\]]*\]/g, ''), template).not.toMatch(/[{}[\]|]/)
      for (const [, inside = ''] of template.matchAll(SLOT)) expect(inside, template).toMatch(FORMATS)
      for (const { names, format, needed } of slotsOf(template)) {
        const known = names.filter((name) => !name.startsWith('@'))
        for (const name of known) {
          expect(
            servers.filter(([, args]) => argumentAt(args, name) !== null).map(([{ server }]) => server),
            `${template}: ${name}`,
          ).not.toEqual([])
        }
        if (!needed || known.length === 0) continue
        for (const [{ server }, args] of servers) {
          const there = known.some((name) => argumentAt(args, name) !== null)
          expect(there || /word (?:.*,)?-=/.test(format), `${template}: ${known.join('/')} of ${server}`).toBe(true)
        }
        if (format.startsWith('word')) {
          const said = format.slice('word '.length).split(',')
          for (const pair of said) expect(pair, template).toMatch(/^[\w*-]+=/)
          expect(new Set(said.map((pair) => pair.split('=')[0])).size, template).toBe(said.length)
        }
      }
    }
    for (const { en, zh } of titlesOf(words)) {
      expect(en.replaceAll(SLOT, ''), en).not.toMatch(/\p{Script=Han}|[，：（）]/u)
      const named = (template: string): readonly string[] =>
        [...new Set(slotsOf(template).map(({ names }) => names.join('/')))].toSorted()
      expect(named(zh), zh).toEqual(named(en))
    }
  })

  test('what decides between words of ours is said for each word the server knows', () => {
    const missing = ALL.flatMap(({ pack, tool, words, name }) =>
      templatesOf(words).flatMap((template) =>
        slotsOf(template)
          .filter(({ format }) => format.startsWith('word') && !format.includes('*='))
          .filter(({ needed }) => needed)
          .flatMap(({ names: [first = ''], format }) =>
            serversWith(pack, tool).flatMap(([, args]) => {
              const shape = args[first] ?? args[`${first}?`]
              const known = typeof shape === 'string' ? [...shape.matchAll(/'([^']*)'/g)].map(([, word]) => word) : []
              const said = format
                .slice(5)
                .split(',')
                .map((pair) => pair.split('=')[0])
              return known.filter((word) => !said.includes(word)).map((word) => `${name} ${first} ${word}`)
            }),
          ),
      ),
    )
    expect([...new Set(missing)]).toEqual([])
  })
})

const PATH = /^(?:args|entity|result)(?:\.\w+)+$|^"[^"]*"$/
const FIELD = /^\w+(?:\.\w+)*$/

/** Both calls are of one server: what is given is there, and all that must be given is. */
function expectFits(pack: string, tool: string, { call, with: given }: PackCall, from: readonly string[]): void {
  const places = serversWith(pack, tool).flatMap(([server, args]) => {
    const target = server.tools[call]
    return target === undefined ? [] : [{ args, target }]
  })
  expect(places, `${tool}: no server has ${call}`).not.toEqual([])
  const fitting = places.filter(
    ({ args, target }) =>
      Object.keys(given).every((name) => argumentNames(target).includes(name)) &&
      Object.values(given).every(
        (path) => !path.startsWith('args.') || argumentAt(args, path.slice('args.'.length)) !== null,
      ) &&
      // What a call may leave out is left out of the other as well, so the other must not need it.
      requiredNames(target).every((name) => {
        const path = given[name]
        if (path === undefined) return false
        return !path.startsWith('args.') || argumentAt(args, path.slice('args.'.length)) === 'required'
      }),
  )
  expect(fitting, `${tool} → ${call}`).toHaveLength(places.length)
  for (const path of Object.values(given)) {
    expect(path, tool).toMatch(PATH)
    expect(path.startsWith('"') || from.includes(path.split('.')[0] ?? ''), path).toBe(true)
  }
}

describe('reads before the question', () => {
  const previews = ALL.flatMap(({ pack, tool, words, name }) =>
    words.preview === undefined ? [] : [[name, { pack, tool, preview: words.preview }] as const],
  )
  test.each(previews)('%s', (_name, { pack, tool, preview }) => {
    expect(PACKS.find(({ name }) => name === pack)?.tools[preview.call]).toBe('low')
    expectFits(pack, tool, preview, ['args'])
    for (const field of preview.show) expect(field).toMatch(FIELD)
    const { compare } = preview
    if (compare === undefined) return
    expect(compare.now).toMatch(/^entity(?:\.\w+)+$/)
    const argument = 'whole' in compare.by ? compare.by.whole : compare.by.edits
    for (const [, args] of serversWith(pack, tool)) expect(argumentAt(args, argument)).not.toBeNull()
  })
})

describe('undos', () => {
  const undos = ALL.flatMap(({ pack, tool, words, name }) =>
    words.undo === undefined ? [] : [[name, { pack, tool, words, undo: words.undo }] as const],
  )
  test.each(undos)('%s', (_name, { pack, tool, words, undo }) => {
    expect(PACKS.find(({ name }) => name === pack)?.tools).toHaveProperty([undo.call])
    expectFits(pack, tool, undo, ['args', 'entity', 'result'])
    const needsRead = Object.values(undo.with).some((path) => path.startsWith('entity.'))
    if (needsRead) expect(words.preview, tool).toBeDefined()
  })
})
