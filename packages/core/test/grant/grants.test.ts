import { describe, expect, test } from 'vitest'
import type { GrantClause } from '../../src/grant/grant-clause.ts'
import { describeGrant, toGrantView } from '../../src/grant/grant-view.ts'
import { readGrantRequest } from '../../src/grant/grant-request.ts'
import { toGrant } from '../../src/grant/to-grant.ts'
import type { Call } from '../../src/call/call.ts'
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts'
import { digestArguments } from '../../src/call/digest-arguments.ts'
import { sampleHold, sha256 } from '@holdpoint/testing'
import { callOf, made, matches, MINUTE, NOW, refusal } from './granted.ts'

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

test('[D4] what people read of a grant cannot be forged by its values', () => {
  const grant = made(
    { for: MINUTE, arguments: [{ path: '/id', is: 'equal', value: 'c\u202e\n17' }], times: 2 },
    { arguments: { id: 'c\u202e\n17' } },
  )
  expect(describeGrant(grant)).toBe(
    'allow delete_contact on crm for local:ana: /id is "c⟦U+202E⟧\\n17", at most 2 times, until 1970-01-01T00:01:10.000Z',
  )
})
