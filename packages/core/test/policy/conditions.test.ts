import { describe, expect, test } from 'vitest'
import { compilePolicy, DEFAULT_CONFIG, MATCH_ANYTHING, needsConditions, NO_PROJECTS } from '../../src/policy/index.ts'
import type { RuleConfig } from '../../src/policy/index.ts'
import { loadSqlReader } from '../../src/sql/index.ts'
import {
  CONDITIONS,
  policyOf,
  sampleCall,
  sampleConfig,
  sampleRule,
  sampleTool,
  sha256,
  VAULT,
  WRAP,
} from './policy-sample.ts'
import { processorTime } from '../sql/processor-time.ts'

const when = (expression: string) => policyOf({ rules: [sampleRule({ name: 'r', when: expression, answer: 'deny' })] })
const problemsOf = (parts: Partial<RuleConfig>) => {
  const rule = sampleRule({ name: 'r', ...parts, ...(parts.sql === undefined ? { risk: 'high' } : {}) })
  const result = compilePolicy(sampleConfig({ rules: [rule] }), {
    sha256,
    protectedPaths: VAULT,
    projects: NO_PROJECTS,
    conditions: CONDITIONS,
  })
  return result.ok ? [] : result.problems
}

describe('conditions', () => {
  test.each([
    ['args.kind == "outside"', { kind: 'outside' }],
    ['args.amount > 100', { amount: 250 }],
    ['args.amount > 100.5', { amount: 101 }],
    ['has(args.nested.deep) && args.nested.deep == 1', { nested: { deep: 1 } }],
    ['args.to.exists(x, x.endsWith("@outside.com"))', { to: ['a@in.com', 'b@outside.com'] }],
    ['re(args.to, "@outside[.]com$")', { to: 'b@outside.com' }],
    ['tenant == "default" && principal == "agent" && session == "session-1"', {}],
    ['call.server == "crm" && call.client == "host" && call.tool == "get_x"', {}],
    ['tool.name == "get_x" && tool.annotations.readOnlyHint', {}],
    ['now > timestamp("2026-01-01T00:00:00Z")', {}],
    ['args.nothing == null', { nothing: null }],
  ])('%s', (expression, args) => {
    const call = sampleCall('get_x', args as never)
    expect(when(expression).rule(call, sampleTool('get_x', { readOnlyHint: true }), WRAP).answer).toBe('deny')
    expect(when(`!(${expression})`).rule(call, sampleTool('get_x', { readOnlyHint: true }), WRAP).answer).toBe('pass')
  })

  test('a condition that cannot be evaluated asks, and says why', () => {
    const ruling = when('args.action == "send"').rule(sampleCall('get_x'), null, WRAP)
    expect(ruling).toMatchObject({ answer: 'ask', risk: 'high', rule: 'r' })
    expect(ruling.why).toContain('No such key: action')
    expect(when('args.flag').rule(sampleCall('get_x', { flag: 'yes' }), null, WRAP)).toMatchObject({ answer: 'ask' })
    expect(when('re(args.a, "x")').rule(sampleCall('get_x', { a: 5 }), null, WRAP)).toMatchObject({ answer: 'ask' })
  })

  test('a rule is only asked about calls it matches', () => {
    const rules = [
      sampleRule({
        name: 'r',
        match: { ...MATCH_ANYTHING, server: ['mail'] },
        when: 'args.action == "send"',
        risk: 'high',
      }),
    ]
    expect(policyOf({ rules }).rule(sampleCall('get_x'), null, WRAP).answer).toBe('pass')
  })

  test.each([
    ['an unknown variable', { when: 'argz.a == 1' }, 'Unknown variable: argz', 'the variables are args'],
    ['a syntax error, with a caret', { when: 'args.a ==' }, '^', null],
    ['the wrong type', { when: '"text"' }, 'not bool', null],
    ['the wrong type of SQL', { sql: '1 + 1' }, 'not string', null],
    ['matches', { when: 'args.a.matches("(a+)+$")' }, '"matches" is not allowed', 're(text, "pattern")'],
    ['matches inside a macro', { when: 'args.list.exists(x, x.matches("a"))' }, '"matches" is not allowed', 're(text'],
    ['a bad pattern', { when: 're(args.a, "(")' }, 'missing closing )', null],
    ['a pattern from an argument', { when: 're(args.a, args.b)' }, 'written into the rule', null],
    ['a comparison of map and text', { when: 'tool == "x"' }, 'no such overload', null],
  ])('[H22] %s refuses the configuration', (_name, parts, message, suggestion) => {
    const [problem] = problemsOf(parts)
    expect(problem?.message).toContain(message)
    expect(problem?.path.slice(0, 2)).toEqual(['rules', 0])
    if (suggestion !== null) expect(problem?.suggestion).toContain(suggestion)
  })

  test('a pattern that would be slow elsewhere is not slow here', async () => {
    const policy = when('re(args.text, "^(a+)+$")')
    const call = sampleCall('get_x', { text: `${'a'.repeat(50_000)}!` })
    const spent = await processorTime(() => expect(policy.rule(call, null, WRAP).answer).toBe('pass'))
    expect(spent).toBeLessThan(2000)
  })

  test('configurations without conditions need no expression parser; others are refused without one', () => {
    expect(needsConditions(DEFAULT_CONFIG)).toBe(false)
    const config = sampleConfig({ rules: [sampleRule({ name: 'r', when: 'true', risk: 'high' })] })
    expect(needsConditions(config)).toBe(true)
    expect(compilePolicy(config, { sha256, protectedPaths: VAULT, projects: NO_PROJECTS, conditions: null }).ok).toBe(
      false,
    )
  })
})

describe('rules that rate by SQL', () => {
  const rules = [sampleRule({ name: 'sql writes', match: { ...MATCH_ANYTHING, tool: ['*query*'] }, sql: 'args.q' })]

  test('[S3.4] a read is low, a write is high, what cannot be read is high', async () => {
    const context = { ...WRAP, sql: await loadSqlReader() }
    const rate = (args: object) => policyOf({ rules }).rule(sampleCall('run_query', args as never), null, context)
    expect(rate({ q: 'SELECT 1' })).toMatchObject({ risk: 'low', rule: 'sql writes', answer: 'pass' })
    expect(rate({ q: 'DELETE FROM t' })).toMatchObject({ risk: 'high', rule: 'sql writes', answer: 'ask' })
    expect(rate({ q: 'nonsense' }).risk).toBe('high')
    expect(rate({ other: 1 }).risk).toBe('high')
    expect(rate({ q: 5 }).risk).toBe('high')
  })

  test('[X11.A1] a rule may name the engine, and functions of its own', async () => {
    const context = { ...WRAP, sql: await loadSqlReader() }
    const rate = (parts: Partial<RuleConfig>, q: string) =>
      policyOf({ rules: rules.map((rule) => ({ ...rule, ...parts })) }).rule(
        sampleCall('run_query', { q }),
        null,
        context,
      ).risk
    expect(rate({}, 'SELECT ifnull(a, 0) FROM t')).toBe('low')
    expect(rate({ sqlEngine: 'postgres' }, 'SELECT ifnull(a, 0) FROM t')).toBe('high')
    expect(rate({ sqlEngine: 'postgres' }, "SELECT data #>> '{a,b}' FROM t")).toBe('low')
    expect(rate({}, 'SELECT app.total(1)')).toBe('high')
    expect(rate({ sqlFunctions: ['app.total'] }, 'SELECT app.total(1)')).toBe('low')
    expect(rate({ sqlFunctions: ['app.total'] }, 'SELECT app.total(1), app.other(2)')).toBe('high')
  })

  test.each([
    [{ sqlEngine: 'postgres' }, 'sql_engine', 'says nothing without'],
    [{ sqlFunctions: ['f'] }, 'sql_functions', 'says nothing without'],
    [{ sql: 'args.q', sqlFunctions: ['f()'] }, 'sql_functions', 'no name of a function'],
    [{ sql: 'args.q', sqlFunctions: ['*'] }, 'sql_functions', 'no name of a function'],
    [{ sql: 'args.q', sqlFunctions: [''] }, 'sql_functions', 'no name of a function'],
  ] as const)('[X11.A1] %j is refused with its place', (parts, key, message) => {
    const [problem] = problemsOf({ answer: 'ask', risk: null, ...parts })
    expect(problem?.path).toContain(key)
    expect(problem?.message).toContain(message)
  })

  test('such a rule wants the SQL reader', () => {
    expect(policyOf({ rules }).needsSql(sampleCall('run_query', { q: 'x' }), null)).toBe(true)
    expect(policyOf({ rules }).needsSql(sampleCall('get_x', { q: 'x' }), null)).toBe(false)
    expect(policyOf({ rules }).rule(sampleCall('run_query', { q: 'SELECT 1' }), null, WRAP).risk).toBe('high')
  })
})
