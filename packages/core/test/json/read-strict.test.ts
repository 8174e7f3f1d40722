import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStrict, type StrictReading } from '../../src/json/read-strict.ts'

function valueOf(text: string): unknown {
  const reading = readStrict(text)
  if (!reading.ok) throw new Error(`${reading.problem} at ${reading.at}: ${reading.message}`)
  return reading.value
}

function problemOf(reading: StrictReading): string {
  return reading.ok ? 'accepted' : reading.problem
}

function isParsable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Generous: twenty times what it takes of the processor, far below what a quadratic reader would need. */
function expectQuick(text: string): StrictReading {
  const before = process.cpuUsage()
  const reading = readStrict(text)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
  return reading
}

describe('what it accepts', () => {
  test('reads any JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', ' \n\r'), (value, space) => {
        const text = JSON.stringify(value, null, space === ' \n\r' ? 2 : space)
        const reading = readStrict(text)
        expect(reading.ok).toBe(true)
        if (reading.ok) {
          expect(JSON.stringify(reading.value)).toBe(JSON.stringify(JSON.parse(text)))
          expect(reading.value).toEqual(JSON.parse(text))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('reads any string, escaped in any way, as JSON.parse does', () => {
    const escaped = fc.string({ unit: 'binary' }).map((text) => {
      const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
      return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
    })
    const plain = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text))
    fc.assert(
      fc.property(fc.oneof(escaped, plain), (text) => {
        expect(valueOf(text)).toBe(JSON.parse(text))
      }),
      { numRuns: 1000 },
    )
    expect(valueOf('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9é\\uD83D\\uDE00😀"')).toBe('"\\/\b\f\n\r\téé😀😀')
  })

  test('accepts nothing that JSON.parse rejects, whatever was changed in the text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '0',
      '-',
      '.',
      'e',
      'u',
      ' ',
      '\n',
      '\u0000',
      '\ufeff',
    )
    const mutated = fc
      .tuple(fc.jsonValue(), fc.array(fc.tuple(fc.nat(), fc.nat(2), piece), { minLength: 1, maxLength: 3 }))
      .map(([value, changes]) => {
        let text = JSON.stringify(value)
        for (const [place, removed, inserted] of changes) {
          const at = place % (text.length + 1)
          text = text.slice(0, at) + inserted + text.slice(at + removed)
        }
        return text
      })
    fc.assert(
      fc.property(mutated, (text) => {
        const reading = readStrict(text)
        if (reading.ok) expect(reading.value).toEqual(JSON.parse(text))
        else if (reading.problem === 'syntax') expect(isParsable(text)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  test('[C4] __proto__ and constructor are ordinary keys', () => {
    const value = valueOf('{"__proto__": {"admin": true}, "constructor": 1, "toString": 2}') as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString'])
    for (const inherited of ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']) {
      expect(inherited in (valueOf('{}') as object)).toBe(false)
    }
    const behind = Object.getPrototypeOf(value) as object
    expect(Reflect.ownKeys(behind)).toEqual([])
    expect(Object.getPrototypeOf(behind)).toBeNull()
    expect(Object.isFrozen(behind)).toBe(true)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(problemOf(readStrict('{"__proto__":1,"__proto__":2}'))).toBe('duplicate-key')
  })
})

describe('what it refuses', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"params":{"arguments":{"x":null,"y":[{"k":1,"k":2}]}}}',
    '{"":1,"":2}',
    '{"1":1,"1":2}',
    '{"\\/":1,"/":2}',
  ])('[C1] duplicate keys: %s', (text) => {
    expect(isParsable(text)).toBe(true)
    expect(problemOf(readStrict(text))).toBe('duplicate-key')
  })

  test('says where the second key stands', () => {
    expect(readStrict('{"a":1, "a":2}')).toMatchObject({ ok: false, problem: 'duplicate-key', at: 8 })
  })

  test.each([
    '"\ud800"',
    '"\udc00"',
    '"\udc00\ud800"',
    '"\\ud800"',
    '"\\uDC00"',
    '"\\ud800x"',
    '"\\ud800xudc00"',
    '"\\ud800\\ndc00"',
    '"\\ud800\\u0041"',
    '"\\ud800\udc00"',
    '"\ud800\\udc00"',
    '"\\n\ud800"',
    '{"\\udfff":1}',
  ])('lone surrogates: case %#', (text) => {
    expect(problemOf(readStrict(text))).toBe('lone-surrogate')
  })

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '3.14159265358979323846',
    '0.1000000000000000055511151231257827',
    '123456789012345678',
    '100000000000000000001',
    '1.00000000000000000001',
    '4.9e-324',
    '[{"a":12345678901234567890}]',
  ])('[C3] inexact numbers: %s', (text) => {
    expect(problemOf(readStrict(text))).toBe('inexact-number')
  })

  test.each([
    ['0', 0],
    ['-0', -0],
    ['0.1', 0.1],
    ['1.0', 1],
    ['1.50', 1.5],
    ['1e2', 100],
    ['1E+2', 100],
    ['1e22', 1e22],
    ['0e999999999999', 0],
    ['0.000e5', 0],
    ['100000000000000000000', 1e20],
    ['9007199254740992', 2 ** 53],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0.30000000000000004', 0.1 + 0.2],
    ['123456789012345', 123456789012345],
    ['-1.5e-7', -1.5e-7],
    ['10e-1', 1],
  ])('[C3] exact numbers: %s', (text, value) => {
    expect(valueOf(text)).toBe(value)
  })

  test('[C3] every double is accepted as JavaScript prints it, and refused with a further digit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify(value)
        expect(valueOf(text)).toBe(Object.is(value, -0) ? 0 : value)
        if (value === 0) return
        const [mantissa, exponent] = text.split('e')
        const dotted = mantissa?.includes('.') ? mantissa : `${mantissa}.`
        const longer = `${dotted}00000000000000000000001${exponent === undefined ? '' : `e${exponent}`}`
        expect(problemOf(readStrict(longer))).toBe('inexact-number')
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '',
    ' ',
    '\ufeff{}',
    '{} {}',
    '{}x',
    '[1,]',
    '{"a":1,}',
    '[,1]',
    '{a:1}',
    "{'a':1}",
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    'tru',
    'True',
    '01',
    '-',
    '-a',
    '+1',
    '.5',
    '1.',
    '1.e5',
    '1e',
    '1e+',
    '0x10',
    '1_000',
    '"a',
    '"a\nb"',
    '"a\tb"',
    '"\u0000"',
    '"\\x41"',
    '"\\u00g0"',
    '"\\u00"',
    '"\\',
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    '[1 2]',
    '[1',
    '{"a":1',
    '/* c */ 1',
    '1 // c',
    '\u00a01',
    '[1}',
    '{"a":1]',
  ])('syntax: %j', (text) => {
    expect(isParsable(text)).toBe(false)
    expect(problemOf(readStrict(text))).toBe('syntax')
  })

  test('[C9] depth beyond 128, however deep, without an overflow', () => {
    expect(problemOf(readStrict('['.repeat(128) + ']'.repeat(128)))).toBe('accepted')
    expect(problemOf(readStrict('['.repeat(129) + ']'.repeat(129)))).toBe('too-deep')
    for (const depth of [10_000, 100_000]) {
      expect(problemOf(readStrict('['.repeat(depth) + ']'.repeat(depth)))).toBe('too-deep')
      expect(problemOf(readStrict('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)))).toBe('too-deep')
    }
    expect(problemOf(readStrict(`[${'[],'.repeat(1000)}[]]`))).toBe('accepted')
  })

  test('size beyond the limit', () => {
    expect(problemOf(readStrict('"aaa"', { maxLength: 5, maxDepth: 1 }))).toBe('accepted')
    expect(problemOf(readStrict('"aaaa"', { maxLength: 5, maxDepth: 1 }))).toBe('too-large')
    expect(problemOf(readStrict(`"${'a'.repeat(8 * 1024 * 1024)}"`))).toBe('too-large')
  })
})

describe('hostile input takes linear time', () => {
  test('[X11.C2] more values than anybody reads are refused where they become too many', () => {
    const keys = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`
    expect(problemOf(readStrict(keys(99_999)))).toBe('accepted')
    const refused = expectQuick(keys(500_000))
    expect(refused).toMatchObject({ ok: false, problem: 'too-large' })
    expect(refused.ok ? 0 : refused.at).toBeLessThan(1_200_000)
    expect(problemOf(expectQuick(`[${'[],'.repeat(500_000)}[]]`))).toBe('too-large')
    expect(problemOf(expectQuick(`"${'\\n\\"\\\\'.repeat(600_000)}"`))).toBe('accepted')
  })

  test('many keys, also number-like ones', () => {
    const keys = (name: (index: number) => string): string =>
      `{${Array.from({ length: 80_000 }, (_, index) => `"${name(index)}":1`).join(',')}}`
    expect(problemOf(expectQuick(keys((index) => `key${index}`)))).toBe('accepted')
    expect(problemOf(expectQuick(keys((index) => String(index * 50_000))))).toBe('accepted')
    expect(problemOf(expectQuick(keys((index) => `\\u006b${index}`)))).toBe('accepted')
  })

  test('backslashes, digits, zeros, brackets, quotes', () => {
    expect(problemOf(expectQuick(`"${'\\\\'.repeat(500_000)}"`))).toBe('accepted')
    expect(problemOf(expectQuick(`"${'\\'.repeat(1_000_001)}"`))).toBe('syntax')
    expect(problemOf(expectQuick('1'.repeat(1_000_000)))).toBe('inexact-number')
    expect(problemOf(expectQuick(`0.${'1'.repeat(1_000_000)}`))).toBe('inexact-number')
    expect(problemOf(expectQuick(`1.${'0'.repeat(1_000_000)}`))).toBe('accepted')
    expect(problemOf(expectQuick(`1e${'9'.repeat(1_000_000)}`))).toBe('inexact-number')
    expect(problemOf(expectQuick(`[${'"",'.repeat(99_000)}""]`))).toBe('accepted')
    expect(problemOf(expectQuick('"'.repeat(1_000_000)))).toBe('syntax')
  })
})
