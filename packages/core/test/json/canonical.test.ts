import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize } from '../../src/json/canonical.ts'
import type { JsonValue } from '../../src/json/json-value.ts'
import { readStrict } from '../../src/json/read-strict.ts'

function canonicalOf(text: string): string {
  const reading = readStrict(text)
  if (!reading.ok) throw new Error(reading.message)
  return canonicalize(reading.value)
}

function digestOf(text: string): string {
  return createHash('sha256').update(canonicalOf(text)).digest('hex')
}

describe('the canonical form (RFC 8785)', () => {
  test.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['1e2', '100'],
    ['1E30', '1e+30'],
    ['4.50', '4.5'],
    ['2e-3', '0.002'],
    ['0.0000001', '1e-7'],
    ['100000000000000000000', '100000000000000000000'],
    ['1e21', '1e+21'],
    ['[ 1 , null , true , false ]', '[1,null,true,false]'],
    ['{ }', '{}'],
    ['"\\u0041\\/\\u000a\\u0008\\u000f\\u0022\\u005c\\u20ac"', '"A/\\n\\b\\u000f\\"\\\\€"'],
    ['"\\u007f\\u2028"', '"\u007f\u2028"'],
    ['{"b":{"d":1,"c":2},"a":[]}', '{"a":[],"b":{"c":2,"d":1}}'],
    ['{"10":1,"9":2,"":3}', '{"":3,"10":1,"9":2}'],
  ])('%s', (text, canonical) => {
    expect(canonicalOf(text)).toBe(canonical)
  })

  test('orders keys by UTF-16 code units, not by code points', () => {
    expect(canonicalOf('{"\ufb33":1,"😀":2,"\u00f6":3,"\\r":4,"1":5,"€":6}')).toBe(
      '{"\\r":4,"1":5,"\u00f6":3,"€":6,"😀":2,"\ufb33":1}',
    )
  })

  test('keeps __proto__ as a key', () => {
    expect(canonicalOf('{"z":1,"__proto__":{"a":1}}')).toBe('{"__proto__":{"a":1},"z":1}')
  })

  test('[C6] composed and decomposed letters stay different', () => {
    expect(digestOf('{"name":"caf\u00e9"}')).not.toBe(digestOf('{"name":"cafe\u0301"}'))
    expect(digestOf('{"caf\u00e9":1}')).not.toBe(digestOf('{"cafe\u0301":1}'))
  })

  test('[C7] reordered keys and other spellings of one value give the same digest', () => {
    expect(digestOf('{"a":1,"b":{"x":[1,2],"y":"é"}}')).toBe(digestOf('{ "b" : {"y":"\\u00e9","x":[1.0,2e0]}, "a":1 }'))
    expect(digestOf('{"a":[1,2]}')).not.toBe(digestOf('{"a":[2,1]}'))
  })

  test('[C10] null and absent give different digests', () => {
    expect(digestOf('{"a":null}')).not.toBe(digestOf('{}'))
    expect(digestOf('{"a":""}')).not.toBe(digestOf('{"a":null}'))
    expect(digestOf('{"a":"1"}')).not.toBe(digestOf('{"a":1}'))
  })

  test('means the same value, and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const canonical = canonicalize(value as JsonValue)
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalOf(canonical)).toBe(canonical)
      }),
      { numRuns: 500 },
    )
  })

  test('refuses numbers that JSON does not have', () => {
    expect(() => canonicalize(Number.NaN)).toThrow(TypeError)
    expect(() => canonicalize([Number.POSITIVE_INFINITY])).toThrow(TypeError)
  })
})
