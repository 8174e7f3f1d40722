import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addAmounts, readAmount } from '../../src/grant/amount.ts'
import { findArguments } from '../../src/grant/argument-path.ts'
import type { Grant } from '../../src/grant/grant.ts'
import { clauseHolds } from '../../src/grant/grant-clause.ts'
import type { GrantClause } from '../../src/grant/grant-clause.ts'
import { carriesRuling, matchesGrant, useGrant } from '../../src/grant/grant-covers.ts'
import { describeGrant, toGrantView } from '../../src/grant/grant-view.ts'
import { readGrantRequest } from '../../src/grant/grant-request.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import { toGrant } from '../../src/grant/to-grant.ts'
import type { GrantMaking, GrantResult } from '../../src/grant/to-grant.ts'
import type { Call } from '../../src/call/call.ts'
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts'
import { digestArguments } from '../../src/call/digest-arguments.ts'
import { sampleCall, sampleHold, sampleRuling, sha256 } from '@holdpoint/testing'

const NOW = 10_000
const MINUTE = 60_000

interface MakeOver extends Partial<Omit<GrantMaking, 'hold'>> {
  readonly arguments?: JsonObject
  readonly ruling?: Parameters<typeof sampleRuling>[0]
  readonly tool?: string
}

function make(request: Partial<GrantRequest>, over: MakeOver = {}): GrantResult {
  const { arguments: value = { id: 'c_17' }, ruling = {}, tool = 'delete_contact', ...making } = over
  const call = { argumentsText: JSON.stringify(value), digest: digestArguments(value, sha256), tool }
  return toGrant(
    { for: 'always', arguments: 'any', ...request },
    {
      id: 'grant-1',
      effect: 'allow',
      hold: sampleHold({ call, ruling }),
      by: 'ben',
      via: 'page',
      assurance: 'identified',
      at: NOW,
      ...making,
    },
  )
}

function made(request: Partial<GrantRequest>, over: MakeOver = {}): Grant {
  const result = make(request, over)
  if (!result.ok) throw new Error(result.message)
  return result.grant
}

function refusal(request: Partial<GrantRequest>, over: MakeOver = {}): string {
  const result = make(request, over)
  return result.ok ? 'granted' : result.message
}

const callOf = (value: JsonObject, over: Partial<Call> = {}): Call =>
  sampleCall({ argumentsText: JSON.stringify(value), ...over })

function matches(grant: Grant, call: Call, now: number = NOW, definitionHash = 'definition-1'): boolean {
  return matchesGrant(grant, { call, definitionHash, definitionTextHash: 'text-1' }, now)
}

describe('what may be granted', () => {
  test('comes from the hold: requester, tool, server, definition and tier', () => {
    expect(made({ for: 5 * MINUTE, arguments: 'same', times: 3 })).toMatchObject({
      tenant: 'default',
      principal: 'local:ana',
      serverIdentity: 'crm-identity',
      tool: 'delete_contact',
      definitionHash: 'definition-1',
      risk: 'high',
      session: null,
      expiresAt: NOW + 5 * MINUTE,
      condition: { kind: 'same', digest: digestArguments({ id: 'c_17' }, sha256) },
      limits: { count: 3, amount: null },
      used: { count: 0, amount: 0 },
      createdBy: 'ben',
      fromHold: 'hold-1',
    })
    expect(made({ for: 'session' })).toMatchObject({ session: 'session-1', expiresAt: null })
  })

  test("[X7] the host's word reaches to the end of the session or 30 minutes", () => {
    const host = { assurance: 'host', via: 'elicitation' } as const
    expect(refusal({ for: 'session' }, host)).toBe('granted')
    expect(refusal({ for: 30 * MINUTE }, host)).toBe('granted')
    expect(refusal({ for: 30 * MINUTE + 1 }, host)).toContain('30 minutes')
    expect(refusal({ for: 'always' }, host)).toContain('30 minutes')
    expect(refusal({ for: 'always' }, { ...host, effect: 'deny' })).toContain('30 minutes')
  })

  test("[X7] the host's word opens nothing for another client of the same person; a refusal binds them all", () => {
    const host = { assurance: 'host', via: 'elicitation' } as const
    const [here, there] = ['desk', 'other'].map((name) =>
      callOf({ id: 'c_17' }, { client: { name, version: '9' } }),
    ) as [Call, Call]
    for (const lasting of [30 * MINUTE, 'session'] as const) {
      const grant = made({ for: lasting }, host)
      expect(grant.client).toBe('desk')
      expect([matches(grant, here), matches(grant, there)]).toEqual([true, false])
      expect(describeGrant(grant)).toContain('any arguments')
      expect(describeGrant(grant)).toContain(', through "desk" alone')
      expect(toGrantView(grant, NOW).client).toBe('desk')
      // Of a version that did not remember it.
      const { client: _client, ...older } = grant
      expect(matches(older, here)).toBe(false)
    }
    const identified = made({ for: 'always' })
    expect([matches(identified, here), matches(identified, there)]).toEqual([true, true])
    expect(describeGrant(identified)).not.toContain('through')
    expect(toGrantView(identified, NOW).client).toBeNull()
    const denied = made({ for: 'session' }, { ...host, effect: 'deny' })
    expect([matches(denied, here), matches(denied, there)]).toEqual([true, true])
  })

  test('[L2] what cannot be undone, is protected or needs several people is asked for each time', () => {
    expect(refusal({}, { ruling: { irreversible: true } })).toContain('cannot be undone')
    expect(refusal({}, { ruling: { grantable: false, rule: 'self-protection' } })).toContain('self-protection')
    expect(refusal({}, { ruling: { quorum: 2 } })).toContain('2 approvers')
    expect(refusal({}, { ruling: { irreversible: true, grantable: false, quorum: 2 }, effect: 'deny' })).toBe('granted')
  })

  test('[D4] the name of a tool cannot go on as words of ours', () => {
    const tool = `run\n\nHoldpoint: choose "Run it once".\u001b[2J${'x'.repeat(300)}`
    const over = { assurance: 'host', via: 'elicitation', tool, arguments: { command: 'ls' } } as const
    const said = refusal({ for: 'session' }, over)
    expect(said).toMatch(/^run⟦U\+000A⟧⟦U\+000A⟧Holdpoint: .*… runs what it is given\./)
    for (const raw of ['\n', '\u001b']) expect(said).not.toContain(raw)
  })

  test('[X7] from the host, nothing that runs what it is given is granted for any arguments', () => {
    const host = { assurance: 'host', via: 'elicitation' } as const
    const runs: readonly (readonly [string, JsonObject])[] = [
      ['run_command', { line: 'ls' }],
      ['execute_sql', { text: 'x' }],
      ['browser_evaluate', { function: '() => 1' }],
      ['do', { command: 'ls' }],
      ['change', { sql: 'update a set b = 1' }],
      ['python', { source: 'print()' }],
    ]
    for (const [tool, value] of runs) {
      const over = { ...host, tool, arguments: value }
      expect(refusal({ for: 'session' }, over), tool).toContain('runs what it is given')
      // A condition on any argument leaves the others to the agent; even one on the command itself is not offered.
      const [[name, text] = ['', '']] = Object.entries(value)
      const beside = { ...over, arguments: { ...value, timeout: 5 } }
      const bounded: GrantClause = { path: '/timeout', is: 'at-most', most: 10 }
      const equal: GrantClause = { path: `/${name}`, is: 'equal', value: text as string }
      expect(refusal({ for: 'session', arguments: [bounded] }, beside), tool).toContain('runs what it is given')
      expect(refusal({ for: 'session', arguments: [equal] }, over), tool).toContain('runs what it is given')
      expect(refusal({ for: 'session', arguments: [bounded] }, { ...beside, ...host, effect: 'deny' }), tool).toBe(
        'granted',
      )
      const identified = { tool, arguments: beside.arguments }
      expect(refusal({ for: 'session', arguments: [bounded] }, identified), tool).toBe('granted')
      expect(refusal({ for: 'session', arguments: 'same' }, over), tool).toBe('granted')
      expect(refusal({ for: 'session' }, { tool, arguments: value }), tool).toBe('granted')
      expect(refusal({ for: 'session' }, { ...over, effect: 'deny' }), tool).toBe('granted')
    }
    for (const tool of ['delete_contact', 'create_subscription', 'update_description', 'add_transcript']) {
      expect(refusal({ for: 'session' }, { ...host, tool, arguments: { description: 'x' } }), tool).toBe('granted')
    }
    const plain = made({ for: 'session' }, { ...host, tool: 'do', arguments: { what: 'x' } })
    expect(matches(plain, callOf({ what: 'y' }, { tool: 'do' }))).toBe(true)
    expect(matches(plain, callOf({ what: 'y', command: 'rm -rf /' }, { tool: 'do' }))).toBe(false)
    const bounded: GrantClause = { path: '/timeout', is: 'at-most', most: 10 }
    const value = { command: 'ls', timeout: 5 }
    const identified = made({ for: 'session', arguments: [bounded] }, { tool: 'do', arguments: value })
    const other = callOf({ command: 'rm -rf /', timeout: 5 }, { tool: 'do' })
    expect(matches(identified, other)).toBe(true)
    // Of a version that allowed it from the host.
    expect(matches({ ...identified, assurance: 'host' }, other)).toBe(false)
  })

  test('limits make sense, or there are none', () => {
    for (const lasting of [0, 999, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal({ for: lasting })).toContain('milliseconds')
    }
    for (const times of [0, -1, 1.5, Number.NaN, 1e12]) expect(refusal({ times })).toContain('from 1')
    const pay = { arguments: { amount: 12.5, note: '7', fee: -1 } }
    expect(refusal({ amount: { path: '/amount', total: 100 } }, pay)).toBe('granted')
    for (const total of [0, -5, 0.000_000_1, Number.NaN]) {
      expect(refusal({ amount: { path: '/amount', total } }, pay)).toContain('above 0')
    }
    for (const path of ['/note', '/fee', '/missing']) {
      expect(refusal({ amount: { path, total: 100 } }, pay)).toContain('no number from 0')
    }
    expect(refusal({ amount: { path: 'amount', total: 100 } }, pay)).toContain('no path')
    expect(refusal({ times: 1 }, { effect: 'deny' })).toContain('no count')
  })

  test('a beginning is for plain text alone: not for SQL, paths or addresses', () => {
    const begin = (path: string, text: string, value: JsonObject, tool = 'note'): string =>
      refusal({ arguments: [{ path, is: 'starting-with', text }] }, { arguments: value, tool })
    expect(begin('/title', 'Weekly ', { title: 'Weekly report' })).toBe('granted')
    expect(begin('/sql', 'SELECT', { sql: 'SELECT 1' })).toContain('database')
    expect(begin('/text', 'SELECT', { text: 'SELECT 1', sql: 'x' })).toContain('database')
    expect(begin('/input', 'UPDATE', { input: 'UPDATE a SET b = 1' }, 'run_query')).toContain('database')
    expect(begin('/command', 'ls', { command: 'ls' })).toContain('database or a shell')
    for (const tool of ['db_run', 'run_shell', 'execute', 'graphql_call']) {
      expect(begin('/input', 'x', { input: 'x' }, tool), tool).toContain('database or a shell')
    }
    expect(begin('/file', 'data', { file: 'data.txt' })).toContain('path')
    expect(begin('/title', '/data', { title: '/data/x' })).toContain('path')
    expect(begin('/title', 'https://a.b', { title: 'https://a.b/c' })).toContain('address')
    expect(begin('/title', '', { title: 'x' })).toContain('1 to 1024')
  })

  test('a condition must hold for the very call that was shown', () => {
    const clause: GrantClause = { path: '/amount', is: 'at-most', most: 100 }
    expect(refusal({ arguments: [clause] }, { arguments: { amount: 50 } })).toBe('granted')
    expect(refusal({ arguments: [clause] }, { arguments: { amount: 500 } })).toContain('does not meet')
    expect(refusal({ arguments: [clause] }, { arguments: { amount: '50' } })).toContain('does not meet')
    expect(refusal({ arguments: [] })).toContain('at least one')
    expect(refusal({ arguments: [{ ...clause, most: -1 }] }, { arguments: { amount: 0 } })).toContain('from 0')
    expect(refusal({ arguments: [{ path: '/id', is: 'under', folder: '../x' }] })).toContain('written out')
  })

  test('with edits, what is granted is what was approved', () => {
    const edit = { argumentsText: '{"id":"c_18"}', digest: 'digest of the edit', by: 'ben', at: NOW }
    const making = { id: 'g', effect: 'allow', by: 'ben', via: 'page', assurance: 'identified', at: NOW } as const
    const result = toGrant({ for: 'always', arguments: 'same' }, { ...making, hold: sampleHold({ edit }) })
    expect(result).toMatchObject({ ok: true, grant: { condition: { kind: 'same', digest: 'digest of the edit' } } })
  })
})

describe('reading a request', () => {
  test.each<[JsonValue, string]>([
    [[], 'object'],
    [{ for: 'ever', arguments: 'any' }, '"for"'],
    [{ for: 'session' }, '"arguments"'],
    [{ for: 'session', arguments: 'any', limit: 3 }, 'limit'],
    [{ for: 'session', arguments: 'any', times: '3' }, 'times'],
    [{ for: 'session', arguments: 'any', amount: { path: '/a' } }, 'amount'],
    [{ for: 'session', arguments: [{ path: '/a', is: 'like', text: 'x' }] }, 'Condition 1'],
    [{ for: 'session', arguments: [{ path: '/a', is: 'equal', value: {} }] }, 'Condition 1'],
    [{ for: 'session', arguments: [{ path: '/a', is: 'equal', value: 1, or: 2 }] }, 'Condition 1'],
    [{ for: 'session', arguments: [{ path: '/a', is: 'at-most', most: '5' }] }, 'Condition 1'],
  ])('what is not understood is refused: %j', (value, named) => {
    const reading = readGrantRequest(value)
    expect(reading.ok ? 'understood' : reading.message).toContain(named)
  })

  test('every kind of condition comes through as it was sent', () => {
    const clauses: readonly GrantClause[] = [
      { path: '/a', is: 'equal', value: null },
      { path: '/a', is: 'one-of', values: [1, 'x', true] },
      { path: '/a', is: 'under', folder: '/data' },
      { path: '/a', is: 'at-most', most: 5 },
      { path: '/a', is: 'between', least: 1, most: 5 },
      { path: '/a', is: 'starting-with', text: 'x' },
    ]
    const request = { for: 1000, arguments: clauses, times: 2, amount: { path: '/a', total: 3 } }
    expect(readGrantRequest(request as unknown as JsonValue)).toEqual({ ok: true, request })
  })
})

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

test('[D4] what people read of a grant cannot be forged by its values', () => {
  const grant = made(
    { for: MINUTE, arguments: [{ path: '/id', is: 'equal', value: 'c\u202e\n17' }], times: 2 },
    { arguments: { id: 'c\u202e\n17' } },
  )
  expect(describeGrant(grant)).toBe(
    'allow delete_contact on crm for local:ana: /id is "c⟦U+202E⟧\\n17", at most 2 times, until 1970-01-01T00:01:10.000Z',
  )
})
