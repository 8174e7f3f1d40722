import { findArgumentChanges, isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRICE_SCHEMA } from '../../../../docs/showcase/samples.js'
import { readDraft, startDraft, typeInto } from '../../src/edit/arguments-draft.ts'
import { inputText } from '../../src/edit/read-fields.ts'
import { spellVisibly } from '../../src/edit/spell-visibly.ts'
import { chooseMessages } from '../../src/presentation/index.ts'

const messages = chooseMessages('en')
const json = (value: JsonValue): string => JSON.stringify(value)
/** `original`: the call's arguments; as text where their spelling matters. */
const read = (original: JsonValue, typed: { readonly [name: string]: string }, schema: JsonObject = PRICE_SCHEMA) => {
  let draft = startDraft(typeof original === 'string' ? original : json(original), schema)
  for (const [name, text] of Object.entries(typed)) draft = typeInto(draft, name, text)
  return readDraft(draft, messages)
}

const unicodeEscape = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

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
    const { fields } = startDraft(json(original), { type: 'object', properties })
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
    const draft = startDraft('{}', undefined)
    expect(draft).toMatchObject({ fields: [], raw: '{}' })
    expect(readDraft({ ...draft, raw: '{"limit": 5.0}' }, messages)).toMatchObject({
      ok: true,
      text: '{"limit": 5.0}',
      changes: [{ path: 'limit', requested: null, approved: '5.0' }],
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

  const SPELLED =
    '{"price":1.50,"rate":1.0,"big":1e3,"10":[1.0, {"b":2.50,"2":-0.0}],"note":"caf\\u00e9","path":"a\\/b"}'

  test('[S4.5] what is left alone keeps its spelling: numbers, escapes and the order of members', () => {
    const reading = read(SPELLED, { note: 'new' }, { type: 'object' })
    expect(reading).toEqual({
      ok: true,
      text: '{"price": 1.50, "rate": 1.0, "big": 1e3, "10": [1.0,{"b":2.50,"2":-0.0}], "note": "new", "path": "a\\/b"}',
      changes: [{ path: 'note', requested: '"café"', approved: '"new"' }],
    })
    // What the card lists is what the server will find and store.
    expect(findArgumentChanges(SPELLED, reading.ok ? reading.text : '')).toEqual([
      { path: 'note', requested: '"caf\\u00e9"', approved: '"new"' },
    ])
  })

  test('[S4.5] what was changed and changed back is what it was', () => {
    expect(read(SPELLED, { price: '1.50', note: 'café', '10': '[1]' }, { type: 'object' })).toMatchObject({
      text: expect.stringContaining('"price": 1.50, "rate": 1.0, "big": 1e3, "10": [1], "note": "caf\\u00e9"'),
    })
    const { fields } = startDraft(SPELLED, { type: 'object' })
    const back = Object.fromEntries(fields.map((field) => [field.name, inputText(field, undefined)]))
    expect(read(SPELLED, back, { type: 'object' })).toEqual(read(SPELLED, {}, { type: 'object' }))
    expect(back).toMatchObject({ price: '1.50', rate: '1.0', big: '1e3' })
  })

  test('[S4.5] a number that is only written differently is a change, and is listed', () => {
    expect(read(SPELLED, { price: '1.5' }, { type: 'object' })).toMatchObject({
      changes: [{ path: 'price', requested: '1.50', approved: '1.5' }],
    })
  })

  test('[S4.5] the text editor starts from the text of the call, laid out', () => {
    const raw = spellVisibly(SPELLED)
    expect(raw).toBe(`{
  "price": 1.50,
  "rate": 1.0,
  "big": 1e3,
  "10": [
    1.0,
    {
      "b": 2.50,
      "2": -0.0
    }
  ],
  "note": "caf\\u00e9",
  "path": "a\\/b"
}`)
    const draft = { ...startDraft(SPELLED, { type: 'object' }), raw }
    expect(readDraft(draft, messages)).toMatchObject({ ok: true, changes: [] })
    expect(findArgumentChanges(SPELLED, raw)).toEqual([])
    expect(spellVisibly('{"a":[],"b":{},"c":" { } [ ] , : \\" 1.0 "}')).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": " { } [ ] , : \\" 1.0 "\n}',
    )
  })

  test('[S4.5] any call, with any spelling: untouched members are the bytes of the call', () => {
    const number = fc.constantFrom('1.50', '0.0', '-0', '1E+2', '2', '1e-7', '10.10')
    const string = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text))
    const escaped = fc.string({ minLength: 1 }).map((text) => `"${unicodeEscape(text)}"`)
    const plain = fc.oneof(number, string, escaped, fc.constantFrom('true', 'null'))
    const list = fc.array(plain).map((items) => `[${items.join(',')}]`)
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.oneof(plain, list)), { selector: ([name]) => name })
    fc.assert(
      fc.property(members, (given) => {
        const text = `{${given.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
        const reading = read(text, {}, { type: 'object' })
        const kept = given.map(([name, value]) => `${JSON.stringify(name)}: ${value}`)
        if (given.length > 0) expect(reading).toEqual({ ok: true, text: `{${kept.join(', ')}}`, changes: [] })
        expect(findArgumentChanges(text, spellVisibly(text))).toEqual([])
      }),
    )
  })

  test('arguments of another kind than an object have no fields', () => {
    expect(startDraft('[1.0, "a:b"]', { type: 'object' })).toMatchObject({ fields: [], raw: '[\n  1.0,\n  "a:b"\n]' })
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
    const { fields } = startDraft(json({ sku: ['A'], price_cents: 'five', season: 'winter' }), PRICE_SCHEMA)
    expect(fields.slice(0, 3).map(({ kind }) => kind)).toEqual(['json', 'json', 'json'])
    expect(inputText(fields[0] as never, undefined)).toBe('[\n  "A"\n]')
  })

  const STRICT = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 2, maxLength: 10 },
      tags: { type: 'array' },
      opts: { type: ['object', 'null'] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      unit: { const: 'cm' },
      state: { enum: ['on', 'off', 2] },
      rate: { type: 'number', multipleOf: 0.1 },
      both: { type: ['string', 'object'], oneOf: [{ type: 'object' }, {}] },
      free: {},
      open: { $ref: '#/elsewhere' },
    },
  } as unknown as JsonObject
  const CALL = {
    id: 7,
    name: 'Ann',
    tags: [],
    opts: {},
    note: 'x',
    unit: 'cm',
    state: 'on',
    rate: 0.2,
    free: [1],
    extra: { a: 1 },
  }
  const JSON_KIND = 'JSON of the right kind is expected.'
  const NUMBER_KIND = 'A number of the right kind is expected.'

  test.each<readonly [string, JsonValue, string | null]>([
    ['id', '7', NUMBER_KIND],
    ['id', 7.5, NUMBER_KIND],
    ['id', null, NUMBER_KIND],
    ['id', 0, 'Allowed: 1 to ….'],
    ['id', 8, null],
    ['name', 5, JSON_KIND],
    ['name', 'A', 'Allowed: 2 to 10 characters.'],
    ['name', 'Ben', null],
    ['tags', 5, JSON_KIND],
    ['tags', {}, JSON_KIND],
    ['tags', ['a'], null],
    ['opts', [], JSON_KIND],
    ['opts', null, null],
    ['note', 5, JSON_KIND],
    ['note', null, null],
    ['unit', 'mm', JSON_KIND],
    ['state', 'maybe', JSON_KIND],
    ['state', 2, null],
    ['rate', 0.25, 'Allowed: multiples of 0.1.'],
    ['rate', 0.3, null],
    ['rate', 1_000_000.1, null],
    ['rate', 123_456_789.3, null],
    ['both', 'text', null],
    ['both', 5, JSON_KIND],
    ['free', 'text', JSON_KIND],
    ['free', [2], null],
    ['extra', 1, JSON_KIND],
    ['open', 5, null],
    ['more', 5, null],
  ])('[S4.5] as a text, %s may not be of another kind than its schema says: %j', (name, value, problem) => {
    const draft = startDraft(json(CALL), STRICT)
    const reading = readDraft({ ...draft, raw: json({ ...CALL, [name]: value }) }, messages)
    expect(reading.ok ? null : reading.problems.get('')).toBe(problem === null ? null : `${name}: ${problem}`)
  })

  test.each([
    ['tags', '5', JSON_KIND],
    ['opts', 'null', null],
    ['opts', '5', JSON_KIND],
    ['rate', '0.25', 'Allowed: multiples of 0.1.'],
    ['name', 'A', 'Allowed: 2 to 10 characters.'],
    ['free', '"text"', JSON_KIND],
    ['open', '[1', JSON_KIND],
  ])('[S4.5] in the form, %s may not either: %s', (name, typed, problem) => {
    const reading = read(CALL, { [name]: typed }, STRICT)
    expect(reading.ok ? null : reading.problems.get(name)).toBe(problem)
  })

  test('as a text, what is required may not be left out, and what the call itself brought stands', () => {
    const draft = startDraft(json({ id: '7', name: 5 }), STRICT)
    expect(readDraft({ ...draft, raw: '{"id": "7", "name": 5, "tags": []}' }, messages)).toMatchObject({ ok: true })
    const reading = readDraft({ ...draft, raw: '{"name": "Ben"}' }, messages)
    expect(reading.ok ? null : reading.problems.get('')).toBe('id: Required.')
  })

  test('members named like those every object has are members', () => {
    expect(
      read('{"__proto__": 1, "constructor": 2, "toString": "x"}', { toString: 'y' }, { type: 'object' }),
    ).toMatchObject({
      text: '{"__proto__": 1, "constructor": 2, "toString": "y"}',
      changes: [{ path: 'toString', requested: '"x"', approved: '"y"' }],
    })
  })

  test('hidden characters are spelled out and mean the same', () => {
    const value = { a: '\u202eB\u{e0041}', b: 'ä😀' }
    expect(spellVisibly(json(value))).toBe('{\n  "a": "\\u202eB\\udb40\\udc41",\n  "b": "ä😀"\n}')
    expect(JSON.parse(spellVisibly(json(value)))).toEqual(value)
    expect(isJsonObject(JSON.parse(spellVisibly(json(value))))).toBe(true)
  })
})
