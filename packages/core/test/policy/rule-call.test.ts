/** One way to rule a call: whose word counts, which names are known, what SQL says. */
import { describe, expect, test, vi } from 'vitest'
import { createKnownNames, createRuleCall, NOTHING_KNOWN } from '../../src/policy/index.ts'
import type { CallRulesOptions } from '../../src/policy/index.ts'
import { loadSqlReader } from '../../src/sql/index.ts'
import { policyOf, sampleCall, sampleTool } from './policy-sample.ts'

const rules = (parts: Partial<CallRulesOptions> = {}): ReturnType<typeof createRuleCall> =>
  createRuleCall({
    now: () => 0,
    known: () => NOTHING_KNOWN,
    loadSql: loadSqlReader,
    readLongSql: async (_requester, statements) => statements.map(() => ({ kind: 'read', why: '' })),
    ...parts,
  })

const SQL_TOOL = sampleTool('run_sql', {}, ['sql'])
const LONG = `SELECT ${'a, '.repeat(1000)} b FROM t`

describe('[X12.2] ruling a call', () => {
  test.each([
    ['a host on this account', { principal: 'local:ana' }, 'host'],
    ['a key', { principal: 'ci' }, 'identified'],
    ['a key that relays a person', { principal: 'ci', relaysAPerson: true }, 'host'],
    [
      'a host on this account, through a key that does not',
      { principal: 'local:ana', relaysAPerson: false },
      'identified',
    ],
  ])('%s: the word that is usually needed', async (_who, caller, assurance) => {
    const ruling = await rules()(policyOf(), sampleCall('delete_x', {}, caller), sampleTool('delete_x'))
    expect(ruling.assurance).toBe(assurance)
  })

  test('a call without names and without SQL is ruled at once, and nothing is loaded or looked up for it', () => {
    const loadSql = vi.fn(loadSqlReader)
    const known = vi.fn(() => NOTHING_KNOWN)
    const ruling = rules({ loadSql, known })(policyOf(), sampleCall('get_x', { id: 6 }), sampleTool('get_x'))
    expect(ruling).toMatchObject({ answer: 'pass', risk: 'low' })
    expect(loadSql).not.toHaveBeenCalled()
    expect(known).not.toHaveBeenCalled()
  })

  test('a name that passes for one that the requester deals with is found, looked up at once or later', async () => {
    const names = createKnownNames(['paypal.com'])
    for (const known of [() => names, async () => names]) {
      const call = sampleCall('get_x', { host: 'paypa1.com' })
      expect(await rules({ known })(policyOf(), call, sampleTool('get_x'))).toMatchObject({ rule: 'confusable name' })
      expect(await rules()(policyOf(), call, sampleTool('get_x'))).toMatchObject({ answer: 'pass' })
    }
  })

  test('SQL is read by the parsers, and where they cannot be loaded a person is asked', async () => {
    const call = sampleCall('run_sql', { sql: 'SELECT 1' })
    expect(await rules()(policyOf(), call, SQL_TOOL)).toMatchObject({ answer: 'pass', rule: 'sql' })
    const broken = rules({ loadSql: async () => await Promise.reject(new Error('no parser')) })
    expect(await broken(policyOf(), call, SQL_TOOL)).toMatchObject({ answer: 'ask', risk: 'high', rule: 'sql' })
  })

  test('long SQL is read where the port reads it, once, in the name of its requester; unread, it is asked about', async () => {
    const read = vi.fn<CallRulesOptions['readLongSql']>(async (_requester, statements) =>
      statements.map(() => ({ kind: 'read', why: '' })),
    )
    const rule = rules({ readLongSql: read })
    const call = sampleCall('run_sql', { sql: LONG })
    expect(await rule(policyOf(), call, SQL_TOOL)).toMatchObject({ answer: 'pass' })
    expect(await rule(policyOf(), call, SQL_TOOL)).toMatchObject({ answer: 'pass' })
    expect(read.mock.calls).toEqual([
      ['["default","agent"]', [{ text: LONG, context: { engine: null, functions: [] } }]],
    ])
    expect(await rules({ readLongSql: async () => [] })(policyOf(), call, SQL_TOOL)).toMatchObject({ answer: 'ask' })
  })
})
