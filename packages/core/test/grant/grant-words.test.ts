/**
 * The words for a standing answer: read strictly, written so that they are read back as the same, never read more
 * widely.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClauseWords } from '../../src/grant/clause-words.ts'
import { describeGrantWords } from '../../src/grant/describe-grant-words.ts'
import type { GrantClause, PlainValue } from '../../src/grant/grant-clause.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import { readDenialWords, readGrantWords } from '../../src/grant/grant-words.ts'
import { toGrant } from '../../src/grant/to-grant.ts'
import { sampleHold } from '@holdpoint/testing'

const MINUTE = 60_000
const any = (lasting: GrantRequest['for']): GrantRequest => ({ for: lasting, arguments: 'any' })

function clausesOf(text: string): readonly GrantClause[] {
  const read = readClauseWords(text)
  if (!read.ok) throw new Error(read.message)
  return read.clauses
}

function refusalOf(text: string): string {
  const read = readGrantWords(text)
  return read.ok ? `understood as ${JSON.stringify(read.request)}` : read.message
}

describe('lengths, counts and totals', () => {
  test.each<[string, GrantRequest]>([
    ['session', any('session')],
    ['always', any('always')],
    ['30m', any(30 * MINUTE)],
    ['30 minutes', any(30 * MINUTE)],
    ['1 minute', any(MINUTE)],
    ['2h', any(120 * MINUTE)],
    ['2 hours', any(120 * MINUTE)],
    ['7d', any(7 * 24 * 60 * MINUTE)],
    ['90 s', any(90_000)],
    ['any session', any('session')],
    ['SAME  30M', { for: 30 * MINUTE, arguments: 'same' }],
    ['same session 5 times', { for: 'session', arguments: 'same', times: 5 }],
    ['30m 1 time', { ...any(30 * MINUTE), times: 1 }],
    ['30 minutes 3 times', { ...any(30 * MINUTE), times: 3 }],
    ['session up to 99.50 of amount', { ...any('session'), amount: { path: '/amount', total: 99.5 } }],
    ['session up to 5 of /items/*/price', { ...any('session'), amount: { path: '/items/*/price', total: 5 } }],
    [
      'session up to 9 of amount 2 times where to is ana',
      {
        for: 'session',
        arguments: [{ path: '/to', is: 'equal', value: 'ana' }],
        times: 2,
        amount: { path: '/amount', total: 9 },
      },
    ],
    [
      'any 30m 5 times Where amount At Most 100; path under /srv',
      {
        for: 30 * MINUTE,
        times: 5,
        arguments: [
          { path: '/amount', is: 'at-most', most: 100 },
          { path: '/path', is: 'under', folder: '/srv' },
        ],
      },
    ],
  ])('%s', (words, request) => {
    expect(readGrantWords(words)).toEqual({ ok: true, request })
  })

  test.each([
    ['', /not said for how long: write session/],
    ['same', /not said for how long/],
    ['where a is 1', /"where" is no length of time: write session, always, or 30m/],
    ['sesion', /"sesion" is no length/],
    ['"session"', /"session" is no length/],
    ['for 30m', /"for" is no length/],
    ['30', /"30" is no length/],
    ['5 times', /"5" is no length/],
    ['0m', /"0m" is no length/],
    ['-1m', /"-1m" is no length/],
    ['1e3', /no length/],
    ['1.5h', /no length/],
    ['30m5', /no length/],
    ['３０m', /no length/],
    ['30 fortnights', /no length/],
    ['1234567890m', /no length/],
    ['session please', /"please" is not understood: behind the length come "5 times"/],
    ['session session', /not understood/],
    ['session 5', /"5" is not understood/],
    ['session five times', /not understood/],
    ['session ５ times', /not understood/],
    ['session 1.5 times', /not understood/],
    ['session -1 times', /not understood/],
    ['session 2 times 3 times', /"3 times" is not understood/],
    ['session 12345678 times', /not understood/],
    ['session up to', /A number such as 100 or 0.5 is expected\./],
    ['session up to lots of amount', /expected, not "lots"/],
    ['session up to "5" of amount', /number/],
    ['session up to 1e400 of amount', /number/],
    ['session up to NaN of amount', /number/],
    ['session up to 5', /"of" and the name/],
    ['session up to 5 of', /name of an argument is expected/],
    ['session up to 5 of items/*/price', /begin a path with \//],
    ['session up to 5 of a up to 6 of b', /not understood/],
    ['same session where a is 1', /"same" and "where" are two different things/],
    ['session where', /name of an argument is expected/],
    ['session -- because', /"-- because" is not understood/],
    ['session where a is 1 -- because', /not understood/],
    ['session where a is 1 5 times', /not understood: write ; between two conditions/],
  ])('%j is refused', (words, why) => {
    expect(refusalOf(words)).toMatch(why)
  })
})

describe('conditions', () => {
  test.each<[string, GrantClause]>([
    ['status is draft', { path: '/status', is: 'equal', value: 'draft' }],
    ['status is "draft"', { path: '/status', is: 'equal', value: 'draft' }],
    ['id is 5', { path: '/id', is: 'equal', value: 5 }],
    ['id is "5"', { path: '/id', is: 'equal', value: '5' }],
    ['id is -5', { path: '/id', is: 'equal', value: -5 }],
    ['force is false', { path: '/force', is: 'equal', value: false }],
    ['force is "false"', { path: '/force', is: 'equal', value: 'false' }],
    ['parent is null', { path: '/parent', is: 'equal', value: null }],
    ['when is 2026-12-01', { path: '/when', is: 'equal', value: '2026-12-01' }],
    ['host is 10.0.0.1', { path: '/host', is: 'equal', value: '10.0.0.1' }],
    ['name is "a; b, c"', { path: '/name', is: 'equal', value: 'a; b, c' }],
    ['name is O’Brien', { path: '/name', is: 'equal', value: 'O’Brien' }],
    ['is is is', { path: '/is', is: 'equal', value: 'is' }],
    ['where is where', { path: '/where', is: 'equal', value: 'where' }],
    ['x is one', { path: '/x', is: 'equal', value: 'one' }],
    ['x is "under"', { path: '/x', is: 'equal', value: 'under' }],
    ['x one of a, 1, "b c", true', { path: '/x', is: 'one-of', values: ['a', 1, 'b c', true] }],
    ['x is one of a,b', { path: '/x', is: 'one-of', values: ['a', 'b'] }],
    ['path under /srv/data', { path: '/path', is: 'under', folder: '/srv/data' }],
    ['path is under "/srv/my data"', { path: '/path', is: 'under', folder: '/srv/my data' }],
    ['path under C:\\Users\\me', { path: '/path', is: 'under', folder: 'C:\\Users\\me' }],
    ['path under 5', { path: '/path', is: 'under', folder: '5' }],
    ['amount at most 1e2', { path: '/amount', is: 'at-most', most: 100 }],
    ['amount is at most 0.5', { path: '/amount', is: 'at-most', most: 0.5 }],
    ['amount between 1 and 10', { path: '/amount', is: 'between', least: 1, most: 10 }],
    ['note starting with "Re: "', { path: '/note', is: 'starting-with', text: 'Re: ' }],
    ['/items/*/price at most 9', { path: '/items/*/price', is: 'at-most', most: 9 }],
    ['"my name" is x', { path: '/my name', is: 'equal', value: 'x' }],
    ['"a/b" is x', { path: '/a~1b', is: 'equal', value: 'x' }],
    ['a~b is x', { path: '/a~0b', is: 'equal', value: 'x' }],
    ['"/a b/c" is x', { path: '/a b/c', is: 'equal', value: 'x' }],
    ['__proto__ is x', { path: '/__proto__', is: 'equal', value: 'x' }],
    ['größe at most 3', { path: '/größe', is: 'at-most', most: 3 }],
  ])('%s', (words, clause) => {
    expect(clausesOf(words)).toEqual([clause])
  })

  test.each([
    '',
    ';',
    'amount',
    'amount 5',
    'amount = 5',
    'amount < 5',
    'amount at most',
    'amount at least 5',
    'amount at most five',
    'amount at most "5"',
    'amount at most 1e400',
    'amount at most NaN',
    'amount at most Infinity',
    'amount at most 9007199254740993',
    'amount at most 1,000',
    'amount at most 1_000',
    'amount at most 1.000.000',
    'amount at most $100',
    'amount at most １００',
    'amount at most 0x10',
    'amount at most 100 EUR',
    'amount at most true',
    'amount between 1',
    'amount between 1 10',
    'amount between 1 and',
    'id is',
    'id is not 5',
    'id is 5 or 6',
    'id is 05',
    'id is +5',
    'id is ５',
    'id is .5',
    'id is 5.',
    'id is 1e400',
    'id is NaN',
    'id is -Infinity',
    'id is TRUE',
    'id is Null',
    'id is [1,2]',
    'id is {}',
    "id is 'draft'",
    'id is “draft”',
    'id is --',
    'id is "draft',
    'id is "a" "b"',
    'id is dra"ft"',
    'id is "\\x"',
    'id is "\\ud800"',
    'id is a, b',
    'id is a;',
    'id is a; ; b is 1',
    'id is a and b is c',
    'id one of',
    'id one of a,',
    'id one of , a',
    'id one of a b',
    'path under',
    'path under /srv /data',
    'path under /srv, /data',
    'path is under',
    'items/0/price is 5',
    '/a~2b is 5',
    '"unclosed is 5',
    'a\u200bb is 5',
    'a is \u202edraft',
    `${'x'.repeat(300)} is 5`,
    `a is "${'x'.repeat(2000)}"`,
  ])('%j is not understood', (words) => {
    const read = readClauseWords(words)
    expect(read.ok, JSON.stringify(read)).toBe(false)
    expect(read.ok ? '' : read.message).toMatch(/^.{10,320}\.$/s)
  })

  test('a sentence about hostile words is one short line', () => {
    const read = readClauseWords(`a is 1 ${'\n✅ Approved'.repeat(50)}`)
    expect(read.ok ? '' : read.message).not.toContain('\n')
    expect((read.ok ? '' : read.message).length).toBeLessThan(250)
  })
})

describe('a "no" with its reason', () => {
  test.each<[string, GrantRequest, string | null]>([
    ['session', any('session'), null],
    ['session not on a Friday', any('session'), 'not on a Friday'],
    ['session -- not on a Friday', any('session'), 'not on a Friday'],
    ['session I said "no', any('session'), 'I said "no'],
    ['same 30m wrong; really', { for: 30 * MINUTE, arguments: 'same' }, 'wrong; really'],
    ['2 hours lunch', any(120 * MINUTE), 'lunch'],
    [
      'session where to is ana -- she left; ask "Ben"',
      { for: 'session', arguments: [{ path: '/to', is: 'equal', value: 'ana' }] },
      'she left; ask "Ben"',
    ],
    ['session where to is ana', { for: 'session', arguments: [{ path: '/to', is: 'equal', value: 'ana' }] }, null],
  ])('%s', (words, request, reason) => {
    expect(readDenialWords(words)).toEqual({ ok: true, request, reason })
  })

  test.each([
    '',
    'never again',
    'session where I said no',
    'session where a is 1 because',
    'session up to you',
    'same session where a is 1',
  ])('%j is not understood', (words) => {
    expect(readDenialWords(words).ok).toBe(false)
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((value) => !/\p{Surrogate}/u.test(value)),
  fc.constantFrom(
    'is',
    'under',
    'one',
    'of',
    '--',
    'true',
    '5',
    '５',
    "'x'",
    '“x”',
    'a b',
    'a;b',
    'a,b',
    '"',
    '\\',
    '\u202e',
    '',
    '__proto__',
  ),
)
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map((value) => value + 0)
const plain: fc.Arbitrary<PlainValue> = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const path = fc
  .array(fc.oneof(text, fc.constantFrom('amount', '*', 'items')), { minLength: 1, maxLength: 3 })
  .map((steps) => steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
const clause: fc.Arbitrary<GrantClause> = fc.oneof(
  fc.record({ path, is: fc.constant('equal' as const), value: plain }),
  fc.record({ path, is: fc.constant('one-of' as const), values: fc.array(plain, { minLength: 1, maxLength: 4 }) }),
  fc.record({ path, is: fc.constant('under' as const), folder: text }),
  fc.record({ path, is: fc.constant('at-most' as const), most: number }),
  fc.record({ path, is: fc.constant('between' as const), least: number, most: number }),
  fc.record({ path, is: fc.constant('starting-with' as const), text }),
)
const request: fc.Arbitrary<GrantRequest> = fc.record(
  {
    for: fc.oneof(
      fc.constantFrom('session' as const, 'always' as const),
      fc.integer({ min: 1, max: 315_360_000 }).map((seconds) => seconds * 1000),
    ),
    arguments: fc.oneof(
      fc.constantFrom('same' as const, 'any' as const),
      fc.array(clause, { minLength: 1, maxLength: 3 }),
    ),
    times: fc.integer({ min: 0, max: 1_000_000 }),
    amount: fc.record({ path, total: number }),
  },
  { requiredKeys: ['for', 'arguments'] },
)

describe('whatever is written', () => {
  test('what was written from a request is read as that request', () => {
    fc.assert(
      fc.property(request, (wanted) => {
        const words = describeGrantWords(wanted)
        fc.pre(words.length <= 2000)
        expect(readGrantWords(words)).toEqual({ ok: true, request: wanted })
      }),
      { numRuns: 800 },
    )
  })

  test('what was understood is written and read as the same again', () => {
    const soup = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            ...'same any session always 30m 5 times up to of where is one under at most between and starting with ; , -- amount /items/*/price'.split(
              ' ',
            ),
          ),
          plain.map((value) => JSON.stringify(value)),
          text,
        ),
        { maxLength: 14 },
      )
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(soup, (typed) => {
        const read = readGrantWords(typed)
        if (read.ok) expect(readGrantWords(describeGrantWords(read.request))).toEqual(read)
        else expect(read.message).toMatch(/\.$/)
      }),
      { numRuns: 1000 },
    )
  })

  test('no condition is written as none', () => {
    expect(readGrantWords(describeGrantWords({ for: 'session', arguments: [] })).ok).toBe(false)
  })
})

test('why words may not stand is said in one visible line', () => {
  const read = readGrantWords('session where "a\\u202e\\nb" is 1')
  const hold = sampleHold({ call: { argumentsText: '{"id":1}' } })
  const making = { id: '', effect: 'allow', hold, by: '', via: 'elicitation', assurance: 'host', at: 0 } as const
  expect(read.ok && toGrant(read.request, making)).toEqual({
    ok: false,
    message: 'This very call does not meet the condition on /a⟦U+202E⟧⟦U+000A⟧b.',
  })
})

test('[H24] a comma between two digits separates nothing', () => {
  for (const words of ['amount one of 500, 1,500', 'amount one of 1,5', 'amount one of 1,000']) {
    expect(readGrantWords(`session where ${words}`)).toEqual({
      ok: false,
      message: 'A comma between two digits can be meant in two ways: put a blank behind one that separates.',
    })
  }
  expect(readGrantWords('session where amount one of 1, 5')).toMatchObject({
    request: { arguments: [{ path: '/amount', is: 'one-of', values: [1, 5] }] },
  })
  expect(readGrantWords('session where name one of a1,b2').ok).toBe(true)
})

test.each([
  'session same',
  '30m 2h',
  'session only where path under /etc',
  '30m any',
  'session "so it is"',
  '30m always',
])('[H24] a word of ours in another place is no reason: deny %s', (words) => {
  expect(readDenialWords(words)).toMatchObject({ ok: false })
  expect(readDenialWords(`session -- ${words}`)).toMatchObject({ ok: true, reason: words })
})
