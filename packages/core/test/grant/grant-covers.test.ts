/** Whether a grant covers a call, and until when. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addAmounts, readAmount } from '../../src/grant/amount.ts'
import { findArguments } from '../../src/grant/argument-path.ts'
import type { Grant } from '../../src/grant/grant.ts'
import { clauseHolds } from '../../src/grant/grant-clause.ts'
import type { GrantClause } from '../../src/grant/grant-clause.ts'
import { carriesRuling, matchesGrant, useGrant } from '../../src/grant/grant-covers.ts'
import { toGrantView } from '../../src/grant/grant-view.ts'
import type { Call } from '../../src/call/call.ts'
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts'
import { sampleRuling } from '@holdpoint/testing'
import { callOf, made, matches, MINUTE, NOW, refusal } from './granted.ts'

describe('whether a grant covers a call', () => {
  test('[H24] other arguments, another requester, session, tool, server or definition: asked for', () => {
    const same = made({ arguments: 'same', for: 'session' })
    expect(matches(same, callOf({ id: 'c_17' }))).toBe(true)
    expect(matches(same, callOf({ id: 'c_18' }))).toBe(false)
    const any = made({ for: 'session' })
    expect(matches(any, callOf({ id: 'c_18' }))).toBe(true)
    const others: readonly Partial<Call>[] = [
      { tenant: 'acme' },
      { principal: 'local:eve' },
      { session: 'session-2' },
      { tool: 'delete_account' },
      { server: { name: 'crm', identity: 'another', display: 'npx crm', transport: 'stdio' } },
    ]
    for (const other of others) expect(matches(any, callOf({}, other)), JSON.stringify(other)).toBe(false)
    expect(matches(made({}), callOf({}, { session: 'session-2' }))).toBe(true)
    expect(matches(any, callOf({}), NOW, 'definition-2')).toBe(false)
    expect(matches({ ...any, definitionHash: '' }, callOf({}), NOW, '')).toBe(false)
  })

  test('[H24] the server says the same of the tool as when it was granted', () => {
    const grant = made({})
    expect(grant.definitionTextHash).toBe('text-1')
    const call = callOf({})
    expect(matchesGrant(grant, { call, definitionHash: 'definition-1', definitionTextHash: 'text-2' }, NOW)).toBe(false)
    const { definitionTextHash: _none, ...older } = grant
    expect(matches(older as Grant, call)).toBe(false)
  })

  test('[H24] a condition covers no unseen argument, at whatever depth', () => {
    const clauses = { arguments: [{ path: '/path', is: 'under', folder: '/data' }] } as const
    const grant = made(clauses, { arguments: { path: '/data/a', options: [{ mode: 'x' }] } })
    const covers = (value: JsonObject): boolean => matches(grant, callOf(value))
    expect(covers({ path: '/data/b', options: [{ mode: 'y' }, { mode: 'z' }] })).toBe(true)
    expect(covers({ path: '/data/b' })).toBe(true)
    expect(covers({ path: '/data/b', destination: '/etc/cron.d/x' })).toBe(false)
    expect(covers({ path: '/data/b', options: [{ mode: 'y', force: true }] })).toBe(false)
    expect(covers({ path: '/data/b', options: { mode: 'y' } })).toBe(false)
    expect(covers(JSON.parse('{"path":"/data/b","__proto__":{"force":true}}') as JsonObject)).toBe(false)
    const older = { ...grant, condition: { kind: 'clauses', clauses: clauses.arguments } } as unknown as Grant
    expect(matches(older, callOf({ path: '/data/b' }))).toBe(false)
    const wide = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`a${index}`, 1]))
    expect(refusal(clauses, { arguments: { path: '/data/a', ...wide } })).toContain('500')
  })

  test('in time and not revoked', () => {
    const timed = made({ for: MINUTE })
    expect(matches(timed, callOf({}), NOW + MINUTE - 1)).toBe(true)
    expect(matches(timed, callOf({}), NOW + MINUTE)).toBe(false)
    expect(matches({ ...timed, revokedAt: NOW, revokedBy: 'ben' }, callOf({}))).toBe(false)
  })

  test('[H24] its maker could approve this very call alone, and saw a tier as high', () => {
    const grant = made({}, { ruling: { risk: 'medium' } })
    const carries = (over: Parameters<typeof sampleRuling>[0]): boolean =>
      carriesRuling(grant, callOf({}), sampleRuling({ risk: 'medium', ...over }))
    expect(carries({})).toBe(true)
    expect(carries({ risk: 'low' })).toBe(true)
    expect(carries({ approvers: ['ben'], assurance: 'identified', rails: ['page'] })).toBe(true)
    expect(carries({ risk: 'high' })).toBe(false)
    expect(carries({ grantable: false })).toBe(false)
    expect(carries({ answer: 'deny' })).toBe(false)
    expect(carries({ quorum: 2 })).toBe(false)
    expect(carries({ approvers: ['cleo'] })).toBe(false)
    expect(carries({ assurance: 'strong' })).toBe(false)
    expect(carries({ rails: ['channel'] })).toBe(false)
    expect(carriesRuling({ ...grant, effect: 'deny' }, callOf({}), sampleRuling({ risk: 'medium' }))).toBe(false)
  })

  test('a beginning covers no SQL, whatever argument carries it', () => {
    const grant = made(
      { arguments: [{ path: '/title', is: 'starting-with', text: 'Weekly' }] },
      { arguments: { title: 'Weekly' }, tool: 'note' },
    )
    expect(matches(grant, callOf({ title: 'Weekly 7' }, { tool: 'note' }))).toBe(true)
    expect(matches(grant, callOf({ title: 'Weekly 7', sql: 'drop table a' }, { tool: 'note' }))).toBe(false)
  })

  test.each<[GrantClause, JsonValue, boolean]>([
    [{ path: '/a', is: 'equal', value: 1 }, { a: 1 }, true],
    [{ path: '/a', is: 'equal', value: 1 }, { a: '1' }, false],
    [{ path: '/a', is: 'equal', value: 1 }, { a: true }, false],
    [{ path: '/a', is: 'equal', value: null }, {}, false],
    [{ path: '/a', is: 'one-of', values: ['x', 'y'] }, { a: 'y' }, true],
    [{ path: '/a', is: 'one-of', values: ['x', 'y'] }, { a: ['y'] }, false],
    [{ path: '/a', is: 'at-most', most: 5 }, { a: 5 }, true],
    [{ path: '/a', is: 'at-most', most: 5 }, { a: 5.01 }, false],
    [{ path: '/a', is: 'at-most', most: 5 }, { a: -1 }, false],
    [{ path: '/a', is: 'at-most', most: 5 }, { a: '3' }, false],
    [{ path: '/a', is: 'between', least: 2, most: 5 }, { a: 1 }, false],
    [{ path: '/a/*/b', is: 'at-most', most: 5 }, { a: [{ b: 1 }, { b: 5 }] }, true],
    [{ path: '/a/*/b', is: 'at-most', most: 5 }, { a: [{ b: 1 }, { b: 6 }] }, false],
    [{ path: '/a/*/b', is: 'at-most', most: 5 }, { a: [{ b: 1 }, {}] }, false],
    [{ path: '/a/*', is: 'equal', value: 1 }, { a: [] }, false],
    [{ path: '/a/0', is: 'equal', value: 1 }, { a: [1, 'anything'] }, false],
    [{ path: '/__proto__', is: 'equal', value: 1 }, { a: 1 }, false],
    [{ path: '/constructor', is: 'equal', value: null }, {}, false],
    [{ path: '/a~1b', is: 'equal', value: 1 }, { 'a/b': 1 }, true],
  ])('%j on %j: %s', (clause, value, expected) => {
    expect(clauseHolds(clause, value)).toBe(expected)
  })

  test('[C4] paths find own members only', () => {
    expect(findArguments(JSON.parse('{"__proto__":{"x":1}}') as JsonValue, '/__proto__/x')).toEqual([1])
    expect(findArguments({}, '/toString')).toEqual([])
    expect(findArguments({ a: 1 }, '/a~2')).toEqual([])
  })
})

describe('limits', () => {
  test('a count is used up, and not overdrawn', () => {
    let grant: Grant | null = made({ times: 2 })
    for (const expected of [1, 2]) {
      grant = useGrant(grant as Grant, callOf({}))
      expect(grant?.used.count).toBe(expected)
    }
    expect(useGrant(grant as Grant, callOf({}))).toBeNull()
    expect(toGrantView(grant as Grant, NOW)).toMatchObject({ state: 'used-up', used: { count: 2 } })
  })

  test('amounts add up without rounding, and what is no amount is not counted', () => {
    const grant = made({ amount: { path: '/amount', total: 0.3 } }, { arguments: { amount: 0.1 } })
    const pay = (from: Grant | null, amount: JsonValue): Grant | null =>
      from === null ? null : useGrant(from, callOf({ amount }))
    const thrice = pay(pay(pay(grant, 0.1), 0.1), 0.1)
    expect(thrice?.used).toEqual({ count: 3, amount: 0.3 })
    expect(pay(thrice, 0.000_001)).toBeNull()
    for (const odd of ['0.1', -0.1, null, [0.1], 0.000_000_1, 1e300]) expect(pay(grant, odd)).toBeNull()
    expect(useGrant(grant, callOf({}))).toBeNull()
    expect(pay(grant, 0)?.used).toEqual({ count: 1, amount: 0 })
  })

  test('however calls come, what was counted stays within the limits', () => {
    const amount = fc.oneof(
      fc.integer({ min: -5, max: 400 }).map((cents) => cents / 100),
      fc.constantFrom('1', null),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.array(amount, { maxLength: 30 }), (times, amounts) => {
        let grant = made({ times, amount: { path: '/amount', total: 10 } }, { arguments: { amount: 1 } })
        let cents = 0
        let count = 0
        for (const one of amounts) {
          const used = useGrant(grant, callOf({ amount: one }))
          if (used === null) continue
          count += 1
          cents += Math.round((one as number) * 100)
          grant = used
        }
        expect(grant.used.count).toBe(count)
        expect(count).toBeLessThanOrEqual(times)
        expect(Math.round(grant.used.amount * 100)).toBe(cents)
        expect(cents).toBeLessThanOrEqual(1000)
      }),
      { numRuns: 500 },
    )
  })

  test('amounts are numbers from 0 with at most six decimals', () => {
    expect([0, 1.5, 0.000_001, 9_000_000_000].map(readAmount)).toEqual([0, 1.5, 0.000_001, 9_000_000_000])
    for (const odd of ['1', true, null, -1, Number.NaN, 1e10, 0.000_000_5])
      expect(readAmount(odd as JsonValue)).toBeNull()
    expect(addAmounts(0.1, 0.2)).toBe(0.3)
    expect(addAmounts(9_000_000_000, 9_000_000_000)).toBeNull()
  })
})
