/** What the arguments of a call say about its risk. */
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSqlReader } from '../../../src/sql/index.ts'
import type { SqlReader } from '../../../src/sql/index.ts'
import { policyOf, sampleCall, sampleRule, sampleTool, withTool, WRAP } from '../policy-sample.ts'
import { processorTime } from '../../sql/processor-time.ts'

let sql: SqlReader
beforeAll(async () => {
  sql = await loadSqlReader()
})

describe('arguments', () => {
  test('[L16] an action-like argument counts: issue_write with method delete deletes', () => {
    const tool = sampleTool('issue_write', {}, ['method'])
    expect(policyOf().rule(sampleCall('issue_write', { method: 'delete' }), tool, WRAP)).toMatchObject({
      risk: 'high',
      rule: 'verb delete',
    })
    expect(policyOf().rule(sampleCall('issue_write', { method: 'update' }), tool, WRAP).risk).toBe('medium')
    expect(
      policyOf().rule(sampleCall('gmail', { action: 'send' }), sampleTool('gmail', {}, ['action']), WRAP).risk,
    ).toBe('high')
    expect(
      policyOf().rule(sampleCall('gmail', { action: 'list' }), sampleTool('gmail', {}, ['action']), WRAP).risk,
    ).toBe('low')
    expect(policyOf().rule(sampleCall('get_x', { Operation: ['get', 'deleteAll'] }), null, WRAP).risk).toBe('high')
  })

  test('[L16] an argument that the schema does not declare raises and never lowers', () => {
    const tool = sampleTool('frobnicate')
    expect(policyOf().rule(sampleCall('frobnicate', { action: 'get' }), tool, WRAP).risk).toBe('high')
    const deleting = sampleTool('delete_contact', {}, ['id'])
    const context = { ...WRAP, sql }
    expect(policyOf().rule(sampleCall('delete_contact', { id: 1, sql: 'SELECT 1' }), deleting, context).risk).toBe(
      'high',
    )
    expect(policyOf().rule(sampleCall('run_sql', { sql: 'SELECT 1' }), sampleTool('run_sql'), context).risk).toBe(
      'high',
    )
    expect(policyOf().rule(sampleCall('get_x', { sql: 'DROP TABLE t' }), sampleTool('get_x'), context).risk).toBe(
      'high',
    )
  })

  test('[S3.4] SQL arguments rate the call', () => {
    const tool = sampleTool('run_sql', { destructiveHint: true, readOnlyHint: false }, ['sql'])
    const rate = (text: string) => policyOf().rule(sampleCall('run_sql', { sql: text }), tool, { ...WRAP, sql })
    expect(rate('SELECT * FROM orders')).toMatchObject({ risk: 'low', rule: 'sql', answer: 'pass' })
    expect(rate('SELECT 1; DELETE FROM orders')).toMatchObject({ risk: 'high', rule: 'sql', answer: 'ask' })
    expect(rate('gibberish here')).toMatchObject({ risk: 'high', rule: 'sql' })
    const call = sampleCall('run_sql', { sql: 'SELECT 1' })
    expect(policyOf().needsSql(call, tool)).toBe(true)
    expect(policyOf().needsSql(sampleCall('get_x', { query: 'socks' }), null)).toBe(false)
    expect(policyOf().rule(call, tool, WRAP)).toMatchObject({ risk: 'high', rule: 'sql' })
    expect(policyOf().rule(sampleCall('run_sql', { sql: 5 }), tool, { ...WRAP, sql }).risk).toBe('high')
  })

  test('[S3.4] SQL that reads takes the weight from "run", not from "delete"', () => {
    const tool = sampleTool('delete_by_query', {}, ['sql'])
    expect(policyOf().rule(sampleCall('delete_by_query', { sql: 'SELECT 1' }), tool, { ...WRAP, sql }).risk).toBe(
      'high',
    )
  })

  test.each([
    ['DELETE FROM orders', 'high'],
    ['  /* x */ delete/**/from orders', 'high'],
    ['SELECT 1; DROP TABLE orders', 'high'],
    ['DELETE a FROM a JOIN b USING (id)', 'high'],
    ['SELECT * FROM orders', 'low'],
    ['update on delivery dates', 'low'],
    ['select the best laptop', 'low'],
    ['create react app', 'low'],
    ['-- only a comment', 'low'],
    ['wool socks', 'low'],
  ])('[S3.4] an argument named query raises where it is SQL that writes: %s', (query, risk) => {
    const call = sampleCall('query', { query })
    const tool = sampleTool('query', { readOnlyHint: true }, ['query'])
    expect(policyOf().rule(call, tool, { ...WRAP, sql }).risk).toBe(risk)
    expect(policyOf().needsSql(call, tool) || risk === 'low').toBe(true)
  })

  test.each([
    [{ options: { sql: 'DROP TABLE t' } }, 'high'],
    [{ options: { sql: 'gibberish here' } }, 'high'],
    [{ options: { sql: 'SELECT 1' } }, 'low'],
    [{ queries: ['SELECT 1', 'DELETE FROM t'] }, 'high'],
    [{ Query: 'DELETE FROM t' }, 'high'],
    [{ raw_query: { text: 'DELETE FROM t' } }, 'high'],
    [{ query: 'SELECT 1 /*! ; DROP TABLE t */' }, 'high'],
    [{ query: 'EXEC sp_configure' }, 'high'],
    [{ query: 'DELETE orders WHERE paid IS NULL' }, 'high'],
    [{ query: 'SHUTDOWN' }, 'high'],
    [{ query: 'USE master' }, 'high'],
    [{ query: 'IF 1=1 DROP TABLE t' }, 'high'],
    [{ query: 'GO\nDROP TABLE t' }, 'high'],
    [{ query: '/* /* */ */ DELETE FROM t' }, 'high'],
    [{ query: 'CREATE LOGIN bob' }, 'high'],
    [{ query: 'MATCH (n) DETACH DELETE n' }, 'high'],
    [{ query: 'MATCH (n) SET n.x = 1' }, 'high'],
    [{ cypher: 'MERGE (n:Person {name: "x"})' }, 'high'],
    [{ query: 'mutation { deleteUser(id: 1) { id } }' }, 'high'],
    [{ query: '# hello\nquery A { me } mutation B { x }' }, 'high'],
    [{ query: 'MATCH (n) RETURN n' }, 'low'],
    [{ query: 'query { me { name } }' }, 'low'],
    [{ query: '{ me { name } }' }, 'low'],
    [{ query: 'set up docker compose' }, 'low'],
    [{ query: 'mutation testing javascript' }, 'low'],
    [{ query: 'update firmware' }, 'low'],
    [{ query: 'is:open label:bug repo:a/b' }, 'low'],
  ])('[S3.4] a statement at any depth: %j', (args, risk) => {
    expect(policyOf().rule(sampleCall('search_x', args), null, { ...WRAP, sql }).risk).toBe(risk)
  })

  test('[S3.4] a query too long to be read is high', () => {
    const call = sampleCall('search_x', { query: `SELECT 1 ${' '.repeat(60_000)}` })
    expect(policyOf().rule(call, null, { ...WRAP, sql })).toMatchObject({ risk: 'high', rule: 'sql' })
  })

  test('[S3.4] a tool that is named for queries is looked at whatever its argument is called', () => {
    const rate = (text: string) => policyOf().rule(sampleCall('query_db', { q: text }), null, { ...WRAP, sql }).risk
    expect([rate('DELETE FROM t'), rate('SELECT * FROM t')]).toEqual(['high', 'low'])
  })

  test.each([
    [{ url: 'x', options: { method: 'DELETE' } }, 'high'],
    [{ options: [{ Method: 'PUT' }] }, 'high'],
    [{ request: { httpMethod: 'POST' } }, 'high'],
    [{ http_method: 'patch' }, 'high'],
    [{ verb: 'delete' }, 'high'],
    [{ op: 'remove' }, 'high'],
    [{ command: 'rm -rf x' }, 'high'],
    [{ action: { delete: { id: 1 } } }, 'high'],
    [{ action: { type: 'delete' } }, 'high'],
    [{ action: 'get \u1d05elete' }, 'high'],
    [{ action: `get ${'x '.repeat(200)}` }, 'high'],
    [{ options: { method: 'GET' } }, 'low'],
    [{ operations: [{ text: 'please delete nothing' }] }, 'low'],
  ])('[L16] an action at any depth: %j', (args, risk) => {
    expect(policyOf().rule(sampleCall('fetch', args), null, WRAP).risk).toBe(risk)
  })

  test('[L16] an unknown action is not outvoted by one that reads', () => {
    const tool = sampleTool('gmail', {}, ['action', 'method'])
    expect(policyOf().rule(sampleCall('gmail', { action: 'obliterate', method: 'get' }), tool, WRAP).risk).toBe('high')
  })

  test.each([
    ['action', `get ${'run '.repeat(40_000)}`],
    ['query', '/* '.repeat(40_000)],
    ['query', '/* '.repeat(16_000)],
    ['query', 'update '.repeat(7000)],
    ['query', '\n#'.repeat(24_000)],
    ['query', '--'.repeat(24_000)],
    ['query', 'mutation '.repeat(5000)],
    ['text', '. '.repeat(60_000)],
  ])('[S3.4] hostile text in %s does not stall', async (name, text) => {
    const call = sampleCall('get_x', { [name]: text })
    expect(await processorTime(() => policyOf().rule(call, null, { ...WRAP, sql }))).toBeLessThan(1000)
  })

  test('[S3.4] an argument named query never lowers', () => {
    const call = sampleCall('run_query', { query: 'SELECT 1' })
    expect(policyOf().rule(call, sampleTool('run_query', {}, ['query']), { ...WRAP, sql }).risk).toBe('high')
  })

  test.each([
    ['U+202E', 'invoice\u202efdp.exe'],
    ['a zero-width space inside a word', 'de\u200blete'],
    ['a tag character', 'hello\u{e0041}'],
    ['an escape character', '\u001b[2J'],
  ])('[D4] %s in an argument raises', (_name, text) => {
    expect(policyOf().rule(sampleCall('get_x', { name: text }), null, WRAP)).toMatchObject({
      risk: 'high',
      rule: 'hidden characters',
      answer: 'ask',
    })
    expect(policyOf().rule(sampleCall('get_x', { deep: [{ [text]: 1 }] }), null, WRAP).risk).toBe('high')
    const passes = policyOf({ rules: [sampleRule({ name: 'pass', answer: 'pass' })], servers: {} })
    expect(passes.rule(sampleCall('get_x', { name: text }), null, WRAP).answer).toBe('ask')
    expect(
      policyOf({ servers: withTool('get_x', { risk: 'low' }) }).rule(sampleCall('get_x', { name: text }), null, WRAP)
        .answer,
    ).toBe('ask')
  })

  test('[D4] ordinary newlines, tabs and other scripts raise nothing', () => {
    expect(policyOf().rule(sampleCall('get_x', { name: 'a\n\tb\r\n 确认 👨‍👩‍👧' }), null, WRAP).risk).toBe('low')
  })
})
