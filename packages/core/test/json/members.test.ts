import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutMembers, locateMember, replaceMember } from '../../src/json/members.ts'

describe('locateMember', () => {
  test('finds the value at a path, spelled as it was sent', () => {
    const text = ' {"id": 1, "params" : {"name":"x]}", "argum\\u0065nts": { "b": 1.0, "a": [1, {"}": "\\""}] } } } '
    const span = locateMember(text, ['params', 'arguments'])
    expect(span).not.toBeNull()
    expect(text.slice(span?.start, span?.end)).toBe('{ "b": 1.0, "a": [1, {"}": "\\""}] }')
    const number = locateMember(text, ['id'])
    expect(text.slice(number?.start, number?.end)).toBe('1')
    const whole = locateMember(text, [])
    expect(text.slice(whole?.start, whole?.end)).toBe(text.trim())
  })

  test('answers null where there is no such member', () => {
    expect(locateMember('{"a":{"b":1}}', ['b'])).toBeNull()
    expect(locateMember('{"a":[{"b":1}]}', ['a', 'b'])).toBeNull()
    expect(locateMember('{"a":"b"}', ['a', 'b'])).toBeNull()
    expect(locateMember('{}', ['a'])).toBeNull()
    expect(locateMember('[]', ['a'])).toBeNull()
  })

  test('[L8] of several members of one name takes the last, as JSON.parse does', () => {
    const text = '{"a":{"b":1},"c":0,"\\u0061":{"b":2,"b":[3]}}'
    const span = locateMember(text, ['a', 'b'])
    expect(text.slice(span?.start, span?.end)).toBe('[3]')
    expect(locateMember('{"a":{"b":1},"a":2}', ['a', 'b'])).toBeNull()
  })
})

describe('cutMembers', () => {
  test.each([
    ['{"rationale":"x","a":1}', '{"a":1}'],
    ['{"a":1,"rationale":"x"}', '{"a":1}'],
    ['{"a":1,"rationale":"x","b":2}', '{"a":1,"b":2}'],
    ['{"rationale":"x"}', '{}'],
    ['{ "rationale" : "x" , "preview" : true }', '{  }'],
    ['{ "a" : 1.0 ,  "rationale" : "x" , "b" : 1e2 }', '{ "a" : 1.0  , "b" : 1e2 }'],
    ['{"rationale":"x","preview":true,"a":1,"confirm":null}', '{"a":1}'],
    ['{"\\u0072ationale":"x","a":1}', '{"a":1}'],
    ['{"a":{"rationale":"inner"},"rationale":"x"}', '{"a":{"rationale":"inner"}}'],
    ['{"2":1,"1":2,"preview":false}', '{"2":1,"1":2}'],
  ])('%s', (text, kept) => {
    expect(cutMembers(text, ['rationale', 'preview', 'confirm']).text).toBe(kept)
  })

  test('hands back what was cut, spelled as it was sent', () => {
    const { cut } = cutMembers('{"preview": 1.0, "a":1, "ration\\u0061le":"a\\tb"}', ['rationale', 'preview'])
    expect(cut).toEqual([
      { name: 'preview', valueText: '1.0' },
      { name: 'rationale', valueText: '"a\\tb"' },
    ])
  })

  test('leaves a text alone that has no such member, also where a value mentions the name', () => {
    for (const text of ['{"a":1}', '{ }', '{"a":"rationale"}', '{"a":"\\u0072ationale"}', '[1]', '"rationale"']) {
      expect(cutMembers(text, ['rationale'])).toEqual({ text, cut: [] })
    }
  })

  test('removes the named members and nothing else from any object', () => {
    const names = ['a', 'b"', 'c\\', 'd\u0000']
    const key = fc.oneof(fc.constantFrom(...names), fc.string())
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), fc.constantFrom(0, 2), (object, space) => {
        const text = JSON.stringify(object, null, space)
        const result = cutMembers(text, names)
        const parsed = JSON.parse(text) as Record<string, unknown>
        const kept = Object.fromEntries(Object.entries(parsed).filter(([name]) => !names.includes(name)))
        expect(JSON.stringify(JSON.parse(result.text))).toBe(JSON.stringify(kept))
        expect(result.cut.map(({ name }) => name)).toEqual(Object.keys(parsed).filter((name) => names.includes(name)))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('replaceMember', () => {
  test('replaces a value and leaves every other byte', () => {
    expect(
      replaceMember('{"id":1.0, "params": {"arguments" : { "x" : 1 } , "z":2}}', ['params', 'arguments'], '{"y":2}'),
    ).toBe('{"id":1.0, "params": {"arguments" : {"y":2} , "z":2}}')
  })

  test('appends an absent member to its parent', () => {
    expect(replaceMember('{"a":1 }', ['b"'], '2')).toBe('{"a":1,"b\\"":2 }')
    expect(replaceMember('{"p":{ }}', ['p', 'q'], 'null')).toBe('{"p":{"q":null }}')
  })

  test('throws where there is no parent object', () => {
    expect(() => replaceMember('{"a":1}', ['p', 'q'], '1')).toThrow(RangeError)
    expect(() => replaceMember('{"p":[]}', ['p', 'q'], '1')).toThrow(RangeError)
  })

  test('the replaced value is found again at its path', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, name, value) => {
        const valueText = JSON.stringify(value)
        const changed = replaceMember(JSON.stringify({ outer: object }), ['outer', name], valueText)
        const span = locateMember(changed, ['outer', name])
        expect(changed.slice(span?.start, span?.end)).toBe(valueText)
        expect(Object.keys(JSON.parse(changed).outer).sort()).toEqual(
          [...new Set([...Object.keys(object), name])].sort(),
        )
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['{"a":1,"a":2}', ['a'], '{"a":9}'],
    ['{"a":1,"b":0,"a":2,"c":3}', ['a'], '{"b":0,"a":9,"c":3}'],
    ['{ "a" : 1 , "\\u0061" : 2 , "a":3 }', ['a'], '{ "a":9 }'],
    ['{"p":{"a":1},"p":{"a":2,"a":3,"b":4},"z":1.0}', ['p', 'a'], '{"p":{"a":9,"b":4},"z":1.0}'],
    ['{"p":{"a":1},"p":{"a":2}}', ['p', 'a'], '{"p":{"a":9}}'],
    ['{"result":{"content":[]},"id":1,"result":{"x":[{"result":1}]}}', ['result'], '{"id":1,"result":9}'],
    // Twins elsewhere are not on the way.
    ['{"b":1,"b":2,"a":{"c":1,"c":2}}', ['a'], '{"b":1,"b":2,"a":9}'],
  ])('[L8] leaves no twin for a reader that takes the first: %s', (text, path, changed) => {
    expect(replaceMember(text, path, '9')).toBe(changed)
  })

  test('[L8] a member that is absent from the last twin is put there, where readers of both kinds find it', () => {
    const changed = replaceMember('{"p":{"a":1},"p":{}}', ['p', 'a'], '9')
    expect(JSON.parse(changed)).toEqual({ p: { a: 9 } })
    expect(changed.match(/"a"/g)).toHaveLength(1)
  })

  test('[L8] what is left reads the same whichever twin a reader takes', () => {
    const member = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 6 }), fc.constantFrom('', ' '), (members, space) => {
        const name = members[0]?.[0] ?? ''
        const write = (all: typeof members): string =>
          `{${all.map(([key, value]) => `${space}"${key}"${space}:${JSON.stringify(value)}${space}`).join(',')}}`
        const changed = replaceMember(write(members), [name], '"put"')
        const read = JSON.parse(changed) as Record<string, unknown>
        expect(read).toEqual({ ...(JSON.parse(write(members)) as object), [name]: 'put' })
        const others = members.filter(([key]) => key !== name).length
        const keys = [...changed.matchAll(/"([abc])"\s*:/g)]
        if (!JSON.stringify(members.map(([, value]) => value)).includes(':')) expect(keys).toHaveLength(others + 1)
      }),
      { numRuns: 500 },
    )
  })
})
