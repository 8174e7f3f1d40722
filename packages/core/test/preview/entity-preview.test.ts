/** What people see of the thing that a call is about. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize } from '../../src/json/canonical.ts'
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts'
import { describeEntityChange } from '../../src/preview/entity-change.ts'
import { buildEntityPreview, withEditedArguments } from '../../src/preview/entity-preview.ts'
import type { EntityPreview, EntityPreviewInput } from '../../src/preview/entity-preview.ts'
import { questionLines } from '../../src/preview/decisive-lines.ts'
import { describeCall } from '../../src/preview/call-description.ts'
import { sampleHold, sha256 } from '@holdpoint/testing'

const SERVER = { name: 'crm', identity: 'i', display: 'npx crm', transport: 'stdio' } as const

function look(
  entity: JsonValue,
  args: JsonObject = {},
  recipe: Partial<EntityPreviewInput['recipe']> = {},
): EntityPreview {
  const call = { tool: 'modify_contact', server: SERVER, argumentsText: JSON.stringify(args), arguments: args }
  const whole = { title: null, show: [], impact: [], ...recipe }
  return buildEntityPreview({ call, recipe: whole, source: 'get_contact', entity, sha256 })
}

/** Characters that could start a line, move a cursor or turn text around. */
const DANGEROUS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

describe('before and after', () => {
  test('a field that the recipe shows and an argument changes; one that only an argument names; one that stays', () => {
    const entity = { id: 7, name: 'Ana', price: 5, note: null, tags: ['a'] }
    const shown = look(
      entity,
      { id: 7, price: 6, note: 'x', tags: ['a'], other: 1 },
      { show: ['name', 'price', 'gone'] },
    )
    expect(shown.fields).toEqual([
      { label: 'name', before: '"Ana"', after: null },
      { label: 'price', before: '5', after: '6' },
      { label: 'gone', before: '(not there)', after: null },
      { label: 'note', before: 'null', after: '"x"' },
    ])
  })

  test('fields inside others, and names with a dot of their own', () => {
    const entity = { owner: { name: 'Ana' }, 'a.b': 1 }
    expect(look(entity, {}, { show: ['owner.name', 'a.b'] }).fields.map(({ before }) => before)).toEqual(['"Ana"', '1'])
  })

  test('exactly the arguments that differ from a field of the same name are told, whatever their values', () => {
    const values = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }))
    const records = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), values)
    fc.assert(
      fc.property(records, records, (entity, args) => {
        const told = look(entity, args).fields.map(({ label }) => label)
        const expected = Object.keys(args).filter(
          (name) =>
            Object.hasOwn(entity, name) && canonicalize(entity[name] ?? null) !== canonicalize(args[name] ?? null),
        )
        expect(told).toEqual(expected)
      }),
    )
  })

  test('[D1] no value, name or label can start a line, turn text around or end its quotes unseen', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.string(), (entity, text) => {
        const shown = look({ ...entity, a: text }, { a: `${text}!` }, { show: Object.keys(entity), title: () => text })
        const texts = [
          shown.title,
          ...shown.fields.flatMap(({ label, before, after }) => [label, before, after ?? '']),
          ...shown.seen.flatMap((fact) => [fact.name, fact.text]),
        ]
        for (const one of texts) expect(one).not.toMatch(DANGEROUS)
      }),
    )
  })

  test('an empty list is said in words', () => {
    expect(look({ entities: [], tags: [] }, { tags: [1] }, { show: ['entities'] }).fields).toEqual([
      { label: 'entities', before: '(none)', after: null },
      { label: 'tags', before: '(none)', after: '[1]' },
    ])
  })

  test('long values are cut and say how long they are', () => {
    const { fields } = look({ note: 'x'.repeat(5000) }, {}, { show: ['note'] })
    expect(fields[0]?.before).toMatch(/^"x+…" \(5000 characters\)$/)
    expect(fields[0]?.before.length).toBeLessThan(400)
  })
})

describe('once a person has changed the arguments', () => {
  test('both sides are told anew, and the hash still names what was read', () => {
    const entity = { id: 7, name: 'Ana', price: 5, note: 'x', tags: [1] }
    const asked = look(entity, { id: 7, price: 6, note: 'y' }, { show: ['name', 'price'] })
    const edited = withEditedArguments(asked, { id: 7, price: 9, name: 'Bo', tags: [2] })
    expect(edited.fields).toEqual([
      { label: 'name', before: '"Ana"', after: '"Bo"' },
      { label: 'price', before: '5', after: '9' },
      { label: 'tags', before: '[1]', after: '[2]' },
    ])
    expect(edited.hash).toBe(asked.hash)
    expect(withEditedArguments(asked, { id: 7, price: 5 }).fields).toEqual([
      { label: 'name', before: '"Ana"', after: null },
    ])
  })
})

describe('title and impact', () => {
  test('what cannot be computed says so, and hides nothing else', () => {
    const fail = (): never => {
      throw new Error('No such key: x\n\n   | entity.x')
    }
    const shown = look(
      { a: 1 },
      { id: 'c_1' },
      {
        title: fail,
        impact: [
          { label: 'Orders', value: () => 2n },
          { label: 'Broken', value: fail },
        ],
      },
    )
    expect(shown.title).toBe('Modify contact c_1')
    expect(shown.impact).toEqual([
      { label: 'Orders', value: '2' },
      { label: 'Broken', value: 'cannot be told (No such key: x)' },
    ])
  })
})

describe('the hash', () => {
  test('covers all of the entity and nothing of its spelling', () => {
    expect(look({ a: 1, b: [2] }).hash).toBe(look({ b: [2], a: 1 }, { x: 1 }, { show: ['a'] }).hash)
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [left, right] = [one, other] as [JsonValue, JsonValue]
        expect(look(left).hash === look(right).hash).toBe(canonicalize(left) === canonicalize(right))
      }),
    )
  })
})

describe('the difference in words', () => {
  test('names every field that changed, came or went', () => {
    const before = look({ a: 1, b: 'x', c: true })
    const now = look({ a: 2, b: 'x', d: null })
    expect(describeEntityChange(before, now)).toBe('a: 1 → 2; c: true → (not there); d: (not there) → null')
  })

  test('never claims that nothing changed, and stays short', () => {
    const long = 'y'.repeat(500)
    expect(describeEntityChange(look({ a: `${long}1` }), look({ a: `${long}2` }))).toContain('too long to be told')
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]))
    expect(describeEntityChange(look(many), look({}))).toMatch(/; and 18 more$/)
    expect(describeEntityChange(look([1]), look([2]))).toBe('(all): [1] → [2]')
  })
})

test('the question says what was read of the entity; the summary for agents shows none of it', () => {
  const hold = sampleHold()
  const entity = look(
    { name: 'Ana', price: 5 },
    { price: 6 },
    {
      title: () => 'Change Ana?',
      show: ['name'],
      impact: [{ label: 'Open orders', value: () => 2n }],
    },
  )
  const preview = { ...hold.preview, entity }
  const lines = questionLines(preview)
  expect(lines[0]).toBe('⚠️ Change Ana?')
  expect(lines.slice(-2)).toEqual(['name: "Ana"; price: 5 → 6', 'Open orders: 2'])
  expect(describeCall(preview).summary).toBe(describeCall(hold.preview).summary)
  const { entity: _absent, ...old } = preview
  expect(questionLines(old)).toEqual(questionLines(hold.preview))
})
