import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRICE_SCHEMA } from '../../../docs/showcase/samples.js'
import { readDraft, startDraft, typeInto } from '../src/edit/edit-draft.ts'
import { inputText } from '../src/edit/read-fields.ts'
import { spellVisibly } from '../src/edit/spell-visibly.ts'
import { chooseMessages } from '../src/presentation/index.ts'

const messages = chooseMessages('en')
const read = (original: JsonValue, typed: { readonly [name: string]: string }, schema: JsonObject = PRICE_SCHEMA) => {
  let draft = startDraft(original, schema)
  for (const [name, text] of Object.entries(typed)) draft = typeInto(draft, name, text)
  return readDraft(draft, messages)
}

describe('editing arguments', () => {
  test('an untouched draft is the call itself, whatever its types', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const original = JSON.parse(JSON.stringify(value)) as JsonObject
        const reading = read(original, {}, { type: 'object' })
        expect(reading).toMatchObject({ ok: true, changes: [] })
        expect(JSON.parse(reading.ok ? reading.text : '')).toEqual(original)
      }),
    )
  })

  test('of several types a field takes that of its value, and keeps it', () => {
    const several = { type: ['string', 'number'] }
    const properties = { id: several, size: several, limit: { type: ['integer', 'null'] }, gone: several, no: several }
    const original = { id: 'a', size: 1.5, gone: null }
    const { fields } = startDraft(original, { type: 'object', properties })
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['id', 'text'],
      ['size', 'number'],
      ['gone', 'json'],
      ['limit', 'whole'],
      ['no', 'json'],
    ])
    const reading = read(original, { id: '7', size: '2' }, { type: 'object', properties })
    expect(JSON.parse(reading.ok ? reading.text : '')).toEqual({ id: '7', size: 2, gone: null })
  })

  test('arguments without fields are edited as text from the start', () => {
    const draft = startDraft({}, undefined)
    expect(draft).toMatchObject({ fields: [], raw: '{}' })
    expect(readDraft({ ...draft, raw: '{"limit": 5.0}' }, messages)).toMatchObject({
      ok: true,
      text: '{"limit": 5.0}',
      changes: [{ path: 'limit', requested: null, approved: '5' }],
    })
    expect(readDraft({ ...draft, raw: '[]' }, messages)).toMatchObject({ ok: false })
  })

  test('types are kept: a number stays a number, text that looks like one stays text', () => {
    const original = { sku: '42', price_cents: 5, notify: true }
    expect(read(original, { sku: '43', price_cents: '7', notify: 'false' })).toMatchObject({
      ok: true,
      text: '{"sku": "43", "price_cents": 7, "notify": false}',
      changes: [
        { path: 'sku', requested: '"42"', approved: '"43"' },
        { path: 'price_cents', requested: '5', approved: '7' },
        { path: 'notify', requested: 'true', approved: 'false' },
      ],
    })
  })

  test('a number is sent as it was typed', () => {
    expect(read({ amount: 1 }, { amount: '1.50' }, { type: 'object' })).toMatchObject({ text: '{"amount": 1.50}' })
  })

  test.each([
    [{ price_cents: '' }, 'price_cents', 'Required.'],
    [{ price_cents: '1.5' }, 'price_cents', 'A number of the right kind is expected.'],
    [{ price_cents: '0x10' }, 'price_cents', 'A number of the right kind is expected.'],
    [{ price_cents: '-1' }, 'price_cents', 'Allowed: 0 to 1000000.'],
  ])('%j is refused with the reason', (typed, field, problem) => {
    const reading = read({ sku: 'A', price_cents: 5 }, typed as { [name: string]: string })
    expect(reading.ok ? null : reading.problems.get(field)).toBe(problem)
  })

  test('what is optional can be left out, added and taken out again', () => {
    expect(read({ sku: 'A', price_cents: 5 }, { season: '1' })).toMatchObject({
      text: '{"sku": "A", "price_cents": 5, "season": "summer"}',
    })
    expect(read({ sku: 'A', price_cents: 5, season: 'summer' }, { season: '' })).toMatchObject({
      text: '{"sku": "A", "price_cents": 5}',
    })
    expect(read({ sku: 'A', price_cents: 5 }, { note: '' })).toMatchObject({ changes: [] })
  })

  test('a value that does not fit its schema is edited as JSON, not bent into its type', () => {
    const { fields } = startDraft({ sku: ['A'], price_cents: 'five', season: 'winter' }, PRICE_SCHEMA)
    expect(fields.slice(0, 3).map(({ kind }) => kind)).toEqual(['json', 'json', 'json'])
    expect(inputText(fields[0] as never, undefined)).toBe('[\n  "A"\n]')
  })

  test('members named like those every object has are members', () => {
    const original = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": "x"}') as JsonObject
    expect(read(original, { toString: 'y' }, { type: 'object' })).toMatchObject({
      text: '{"__proto__": 1, "constructor": 2, "toString": "y"}',
      changes: [{ path: 'toString', requested: '"x"', approved: '"y"' }],
    })
  })

  test('hidden characters are spelled out and mean the same', () => {
    const value = { a: '\u202eB\u{e0041}', b: 'ä😀' }
    expect(spellVisibly(value)).toBe('{\n  "a": "\\u202eB\\udb40\\udc41",\n  "b": "ä😀"\n}')
    expect(JSON.parse(spellVisibly(value))).toEqual(value)
    expect(isJsonObject(JSON.parse(spellVisibly(value)))).toBe(true)
  })
})
