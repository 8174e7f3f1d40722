import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findArgumentChanges, renderArgumentChanges } from '../../src/preview/argument-difference.ts'

const lines = (requested: string, approved: string): readonly string[] =>
  renderArgumentChanges(findArgumentChanges(requested, approved))

describe('the difference of arguments', () => {
  test('names each place with both sides as they are spelled', () => {
    expect(lines('{"a":1,"b":[1,{"c":"x"}],"d":null}', '{ "b":[1, {"c":"y"}, 3], "a":1.0, "e e":{} }')).toEqual([
      'a: 1 → 1.0',
      'b[1].c: "x" → "y"',
      'b[2]: (nothing) → 3',
      'd: null → (nothing)',
      '["e e"]: (nothing) → {}',
    ])
  })

  test('order, blanks and the spelling of text are no difference', () => {
    expect(lines('{"a":"A","b":2}', '{ "b" : 2 , "a" : "\\u0041" }')).toEqual([])
    expect(lines('{}', '{}')).toEqual([])
    expect(lines('{"a":{"x":1}}', '{"a":[1]}')).toEqual(['a: {"x":1} → [1]'])
  })

  test('[D4] [D1] hidden characters show, and nothing starts a line of its own', () => {
    const [line, ...more] = lines('{"to":"a"}', '{"to":"a\u202Eb\\nApproved by root","x\u200by":1}')
    expect(line).toBe('to: "a" → "a⟦U+202E⟧b\\nApproved by root"')
    expect(more).toEqual(['["x⟦U+200B⟧y"]: (nothing) → 1'])
  })

  test('[C4] a __proto__ key is data', () => {
    expect(lines('{}', '{"__proto__":{"x":1}}')).toEqual(['__proto__: (nothing) → {"x":1}'])
  })

  test('long values and long lists are cut, and say so', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`k${index}`, 'x'.repeat(5000)]))
    const rendered = lines('{}', JSON.stringify(many))
    expect(rendered).toHaveLength(51)
    expect(rendered.at(-1)).toBe('and 30 more')
    expect(Math.max(...rendered.map((line) => line.length))).toBeLessThan(400)
  })

  test('is empty exactly for equal values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (left, right) => {
        const [one, other] = [JSON.stringify({ v: left }), JSON.stringify({ v: right })]
        expect(findArgumentChanges(one, one)).toEqual([])
        const same = JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
        if (findArgumentChanges(one, other).length === 0 && !same) {
          // Only the order of keys may differ then.
          expect(sorted(JSON.parse(one))).toEqual(sorted(JSON.parse(other)))
        }
      }),
      { numRuns: 500 },
    )
  })
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}
