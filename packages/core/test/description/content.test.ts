/** What a call is about, part by part: every leaf of the arguments in exactly one of them, and no line that looks like ours. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentOf } from '../../src/description/content.ts'
import type { ContentPart } from '../../src/description/content.ts'
import { buildArgumentTree } from '../../src/preview/argument-tree.ts'
import { contentLines, plainContentLine } from '../../src/preview/draw-content.ts'
import type { PreviewNode } from '../../src/preview/preview.ts'
import type { ComparedText } from '../../src/preview/entity-preview.ts'
import type { JsonValue } from '../../src/json/json-value.ts'
import { sha256 } from '@holdpoint/testing'

const rootOf = (args: JsonValue): PreviewNode => buildArgumentTree(JSON.stringify(args), sha256).root

const linesOf = (args: JsonValue, compared?: ComparedText): readonly string[] =>
  contentLines({
    arguments: rootOf(args),
    ...(compared === undefined
      ? {}
      : { entity: { title: '', fields: [], impact: [], source: '', hash: '', seen: [], compared } }),
  }).map(plainContentLine)

/** The texts and spellings of a tree. */
function leavesOf(node: PreviewNode): readonly string[] {
  switch (node.kind) {
    case 'object':
      return node.entries.flatMap(({ value }) => leavesOf(value))
    case 'array':
      return node.items.flatMap(leavesOf)
    default:
      return [node.text]
  }
}

function textsOf(part: ContentPart): readonly string[] {
  switch (part.kind) {
    case 'fields':
      return part.rows.map(({ value }) => value)
    case 'difference':
      return [
        part.runs.flatMap(({ kind, lines }) => (kind === 'added' ? [] : lines)).join('\n'),
        part.runs.flatMap(({ kind, lines }) => (kind === 'removed' ? [] : lines)).join('\n'),
      ]
    default:
      return [part.text]
  }
}

describe('parts', () => {
  test('an edit is a difference, a command a command, what is short a table', () => {
    expect(linesOf({ path: '/a.txt', edits: [{ oldText: 'one\ntwo', newText: 'one\n2' }], dryRun: false })).toEqual([
      'path: /a.txt',
      'edits 1:',
      '│   one',
      '│ - two',
      '│ + 2',
      'dryRun: false',
    ])
    expect(contentOf(rootOf({ command: 'git push', cwd: '/x' })).map(({ kind }) => kind)).toEqual(['command', 'fields'])
    expect(contentOf(rootOf({ sql: 'DELETE FROM a' }))).toEqual([{ kind: 'sql', label: 'sql', text: 'DELETE FROM a' }])
  })

  test('a mail says first who gets it', () => {
    expect(linesOf({ body: 'Hi\nthere', subject: 'S', to: ['a@x.io', 'b@x.io'] })).toEqual([
      'to: a@x.io, b@x.io',
      'subject: S',
      'body:',
      '│ Hi',
      '│ there',
    ])
  })

  test('what could be taken for something else stands in quotes', () => {
    expect(linesOf({ a: 'true', b: true, c: '', d: ' x', e: '7', f: 7, g: ['a, b', 'c'], h: null, i: 'null' })).toEqual(
      ['a: "true"', 'b: true', 'c: ""', 'd: " x"', 'e: "7"', 'f: 7', 'g: "a, b", c', 'h: null', 'i: "null"'],
    )
  })

  test('a text that is JSON is read, unless it is wanted as a text or says more than its parts', () => {
    expect(linesOf({ fields: '{"summary": "Totals", "priority": {"name": "High"}}' })).toEqual([
      'fields.summary: Totals',
      'fields.priority.name: High',
    ])
    expect(linesOf({ issues: '[{"key":"A","done":true}]' })).toEqual(['issues 1: key: A, done: true'])
    for (const args of [
      { content: '{"a":1}' },
      { newText: '{"a":1}' },
      { fields: '{"a":1,"a":2}' },
      { fields: '{"a":1.0}' },
      { fields: '{"a":"\\u202e"}' },
      { fields: '{"a\\nb: c":1}' },
      { fields: '{"2":1,"1":2}' },
    ]) {
      const [[key, text] = ['', '']] = Object.entries(args)
      expect(linesOf(args)).toEqual([`${key}: ${text}`])
    }
  })

  test('two texts beside other arguments are a difference, words of a command a command, a statement SQL', () => {
    expect(linesOf({ id: 7, old_string: 'a', new_string: 'b' })).toEqual([
      'id: 7',
      'old_string → new_string:',
      '│ - a',
      '│ + b',
    ])
    expect(contentOf(rootOf({ command: ['sh', '-c', 'rm -rf "x y"', ''] }))).toEqual([
      { kind: 'command', label: 'command', text: 'sh -c "rm -rf \\"x y\\"" ""' },
    ])
    expect(linesOf({ command: ['a b', 'c d'] })).toEqual(['command 1: a b', 'command 2: c d'])
    expect(contentOf(rootOf({ query: 'DROP TABLE a' })).map(({ kind }) => kind)).toEqual(['sql'])
    expect(contentOf(rootOf({ query: 'blue mug' })).map(({ kind }) => kind)).toEqual(['fields'])
  })

  test('a text that takes the place of another is drawn against it', () => {
    const compared = { argument: 'content', how: 'whole', before: 'a\nb\n' } as const
    expect(linesOf({ path: 'x', content: 'a\nc\n' }, compared)).toEqual([
      'path: x',
      'content:',
      '│   a',
      '│ - b',
      '│ + c',
      '│   ',
    ])
    expect(linesOf({ content: 'a' }, { ...compared, before: null })).toEqual(['content: a'])
  })

  test('edits are drawn in the whole text, unless one of them does not stand there once', () => {
    const edits = [{ oldText: 'b', newText: 'B' }]
    const compared = { argument: 'edits', how: 'edits' } as const
    expect(linesOf({ edits }, { ...compared, before: 'a\nb\nc' })).toEqual([
      'edits:',
      '│   a',
      '│ - b',
      '│ + B',
      '│   c',
    ])
    for (const before of ['a\nc', 'b\nb', null]) {
      expect(linesOf({ edits }, { ...compared, before })).toEqual(['edits 1:', '│ - b', '│ + B'])
    }
  })

  test('of a text that edits change, what the call says nothing of is counted; every line of the edits stands there', () => {
    const line = (at: number): string => `line ${at}`
    const before = Array.from({ length: 40 }, (_, at) => line(at)).join('\n')
    const oldText = Array.from({ length: 12 }, (_, at) => line(at + 20)).join('\n')
    const edits = [{ oldText, newText: oldText.replace('line 25', 'LINE') }]
    const entity = { title: '', fields: [], impact: [], source: '', hash: '', seen: [] }
    const compared = { argument: 'edits', how: 'edits', before } as const
    const drawn = (locale: string) =>
      contentLines({ arguments: rootOf({ edits }), entity: { ...entity, compared } }, locale)
    expect(drawn('en').map((one) => plainContentLine(one))).toEqual([
      'edits:',
      '… 17 unchanged lines',
      ...[17, 18, 19, 20, 21, 22, 23, 24].map((at) => `│   ${line(at)}`),
      '│ - line 25',
      '│ + LINE',
      ...[26, 27, 28, 29, 30, 31, 32, 33, 34].map((at) => `│   ${line(at)}`),
      '… 5 unchanged lines',
    ])
    expect(drawn('zh-CN')[1]).toEqual({ key: null, text: '… 17 行未改动', kind: 'note' })
  })

  test('lines far from any change say so; those beside one do not', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')
    const args = { content: before.replace('line 10', 'LINE') }
    const entity = { title: '', fields: [], impact: [], source: '', hash: '', seen: [] }
    const compared = { argument: 'content', how: 'whole', before } as const
    const far = contentLines({ arguments: rootOf(args), entity: { ...entity, compared } }).filter((line) => line.far)
    expect(far.map(({ text }) => text.trim())).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19].map((at) => `line ${at}`),
    )
  })
})

/** What a text says that is read as JSON: its own parts are in sight instead of it. */
function saidBy(text: string): readonly string[] {
  try {
    return leavesOf(rootOf(JSON.parse(text) as JsonValue))
  } catch {
    return [text]
  }
}

const text = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('{"a": {"b": [1, "x"]}}', '[{"k":"v"}]', '{"a":1,"a":2}', '{"a":"\\u202e"}', '{"a":1.0}'),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', '\n', ', ', ': ', '"', '\u202e', '│', '⟦'), maxLength: 30 }),
  fc.constantFrom('command', 'x'.repeat(300), 'https://example.com/a'),
)
const key = fc.oneof(
  fc.constantFrom('to', 'subject', 'command', 'sql', 'oldText', 'newText', 'old', 'new', 'edits', 'path', 'a.b'),
  fc.string({ minLength: 1, maxLength: 6 }),
)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}))
const someArguments = fc.dictionary(key, value, { maxKeys: 6 })

function isIn(shown: string, leaf: string): boolean {
  return shown.includes(leaf) || shown.includes(leaf.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))
}

test('a value whose name on the row above is a secret is masked with it', () => {
  const [, masked] = linesOf({ key: 'STRIPE_KEY', value: 'correct-horse-battery-staple' })
  expect(masked).toBe('value: ⟦corr…aple (28 characters)⟧')
  expect(linesOf({ issueIdOrKey: 'SHOP-12' })).toEqual(['issueIdOrKey: SHOP-12'])
})

describe('[D1] whatever the arguments', () => {
  test('each leaf stands in a part', () => {
    fc.assert(
      fc.property(someArguments, (args) => {
        const root = rootOf(args)
        const shown = contentOf(root).flatMap(textsOf).join('\n')
        for (const leaf of leavesOf(root)) {
          expect(isIn(shown, leaf) || saidBy(leaf).every((part) => isIn(shown, part))).toBe(true)
        }
      }),
    )
  })

  test('no text starts a line of ours: each line is a name with its value, or stands behind the gutter', () => {
    fc.assert(
      fc.property(someArguments, (args) => {
        for (const line of contentLines({ arguments: rootOf(args) })) {
          expect(line.text).not.toContain('\n')
          if (line.key === null && line.kind !== 'note') expect(plainContentLine(line).startsWith('│ ')).toBe(true)
        }
      }),
    )
  })
})
