/** Statements are read with what a rule says of their database, on whichever thread that happens. */
import type { Ruling } from '@holdpoint/core'
import { createRuleCall, NOTHING_KNOWN } from '@holdpoint/core/policy'
import type { RuleConfig } from '@holdpoint/core/policy'
import { loadSqlReader } from '@holdpoint/core/sql'
import { describe, expect, test } from 'vitest'
import { policyOf, sampleCall, sampleRule, sampleTool } from '../../../core/test/policy/policy-sample.ts'
import { createSqlThread } from '../../src/calls/sql-thread.ts'

const TOOL = sampleTool('run_query', {}, ['sql'])
const rule = createRuleCall({
  now: () => 0,
  known: () => NOTHING_KNOWN,
  loadSql: loadSqlReader,
  readLongSql: createSqlThread({
    worker: new URL('../../dist/calls/sql-worker.js', import.meta.url),
    withinMs: 30_000,
    waitMs: 60_000,
  }),
})

/** `ifnull` is SQLite's and MySQL's, and no function of PostgreSQL's own: there it is whatever somebody made of it. */
const SHORT = 'SELECT ifnull(a, 0) FROM t'
const LONG = `SELECT ${Array.from({ length: 200 }, (_, index) => `ifnull(c${index}, 0)`).join(', ')} FROM t`

async function judged(sql: string, about: Partial<RuleConfig>): Promise<Ruling> {
  const policy = policyOf({ rules: [sampleRule({ name: 'sql', sql: 'args.sql', ...about })] })
  return await rule(policy, sampleCall(TOOL.name, { sql }), TOOL)
}

describe.each([
  ['read at once', SHORT],
  ['read on another thread', LONG],
])('[X11.C2] [X11.A1] a statement that is %s', (_where, sql) => {
  test('passes where any engine may be behind the tool', async () => {
    expect((await judged(sql, {})).answer).toBe('pass')
  })

  test('is asked about where the rule names an engine that does not know the function, also once it passed elsewhere', async () => {
    expect((await judged(sql, {})).answer).toBe('pass')
    expect((await judged(sql, { sqlEngine: 'postgres' })).answer).toBe('ask')
  })

  test('passes where the operator vouches for the function, and nowhere else', async () => {
    expect((await judged(sql, { sqlEngine: 'postgres', sqlFunctions: ['ifnull'] })).answer).toBe('pass')
    expect((await judged(sql, { sqlEngine: 'postgres' })).answer).toBe('ask')
  })
})
