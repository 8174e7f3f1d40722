import { beforeAll, describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  MATCH_ANYTHING,
  NO_PROJECTS,
} from '../../../src/policy/index.ts'
import type { Ruling } from '../../../src/policy/index.ts'
import { loadSqlReader } from '../../../src/sql/index.ts'
import type { SqlReader } from '../../../src/sql/index.ts'
import { policyOf, sampleCall, sampleRule, sampleTool, sha256, withTool, WRAP } from '../policy-sample.ts'
import { costRatio, processorTime } from '../../sql/processor-time.ts'

let sql: SqlReader
beforeAll(async () => {
  sql = await loadSqlReader()
})

const FILESYSTEM = {
  name: 'files',
  identity: 'i',
  display: 'npx -y @modelcontextprotocol/server-filesystem /tmp',
  transport: 'stdio',
} as const

describe('rating order', () => {
  const everything = sampleTool('delete_contact', { readOnlyHint: true })

  test('[S1.1] a tool override beats rules, and rules beat verbs', () => {
    const rules = [sampleRule({ name: 'all medium', risk: 'medium' })]
    const call = sampleCall('delete_contact')
    expect(
      policyOf({ rules, servers: withTool('delete_contact', { risk: 'low' }) }).rule(call, everything, WRAP),
    ).toMatchObject({
      risk: 'low',
      rule: 'tool override',
    })
    expect(policyOf({ rules }).rule(call, everything, WRAP)).toMatchObject({ risk: 'medium', rule: 'all medium' })
    expect(policyOf().rule(call, everything, WRAP)).toMatchObject({ risk: 'high', rule: 'verb delete' })
  })

  test('the first matching rule wins', () => {
    const rules = [
      sampleRule({ name: 'first', match: { ...MATCH_ANYTHING, tool: ['get_*'] }, risk: 'high' }),
      sampleRule({ name: 'second', answer: 'pass' }),
    ]
    expect(policyOf({ rules }).rule(sampleCall('get_x'), null, WRAP)).toMatchObject({ rule: 'first', answer: 'ask' })
    expect(policyOf({ rules }).rule(sampleCall('delete_x'), null, WRAP)).toMatchObject({
      rule: 'second',
      answer: 'pass',
    })
  })

  test('a rule that only says who decides leaves the rating to others', () => {
    const rules = [
      sampleRule({ name: 'ops decide', approvers: ['ann', 'bob'], quorum: 2, rails: ['page'], ttlMs: 5000 }),
    ]
    expect(policyOf({ rules }).rule(sampleCall('delete_x'), null, WRAP)).toMatchObject({
      risk: 'high',
      rule: 'verb delete',
      approvers: ['ann', 'bob'],
      quorum: 2,
      rails: ['page'],
      assurance: 'identified',
      decideWithinMs: 5000,
    })
  })

  test('a pass by rule does not beat a tool that was rated by name', () => {
    const rules = [sampleRule({ name: 'all pass', answer: 'pass' })]
    const servers = withTool('get_x', { risk: 'high' })
    expect(policyOf({ rules, servers }).rule(sampleCall('get_x'), null, WRAP).answer).toBe('ask')
  })

  test('[G9] foo.bar and foo_bar never share a rule or an override', () => {
    const rules = [sampleRule({ name: 'dotted', match: { ...MATCH_ANYTHING, tool: ['foo.bar'] }, answer: 'pass' })]
    const policy = policyOf({ rules, servers: withTool('get.it', { risk: 'high' }) })
    expect(policy.rule(sampleCall('foo.bar'), null, WRAP).answer).toBe('pass')
    for (const tool of ['foo_bar', 'fooXbar', 'foo-bar'])
      expect(policy.rule(sampleCall(tool), null, WRAP).answer).toBe('ask')
    expect(policy.rule(sampleCall('get.it'), null, WRAP).risk).toBe('high')
    expect(policy.rule(sampleCall('get_it'), null, WRAP).risk).toBe('low')
  })

  test('packs rate servers they recognise, and only those', () => {
    const write = sampleTool('write_file', { destructiveHint: true, readOnlyHint: false })
    const known = sampleCall('open_it', {}, { server: FILESYSTEM })
    expect(policyOf().rule({ ...known, tool: 'write_file' }, write, WRAP)).toMatchObject({
      risk: 'medium',
      rule: 'pack filesystem',
    })
    const memory = { ...FILESYSTEM, display: 'node node_modules/@modelcontextprotocol/server-memory/dist/index.js' }
    expect(policyOf().rule({ ...known, server: memory, tool: 'open_nodes' }, null, WRAP)).toMatchObject({
      risk: 'low',
      rule: 'pack memory',
    })
    const other = { ...FILESYSTEM, display: 'npx evil @modelcontextprotocol/server-memory-x' }
    expect(policyOf().rule({ ...known, server: other, tool: 'open_nodes' }, null, WRAP).rule).not.toMatch(/^pack/)
    const lies = sampleTool('read_file', { destructiveHint: true })
    expect(policyOf().rule({ ...known, tool: 'read_file' }, lies, WRAP).risk).toBe('high')
  })

  test('names that every object has find nothing', () => {
    const call = sampleCall('constructor', {}, { tenant: '__proto__', server: { ...FILESYSTEM, name: 'toString' } })
    expect(policyOf().rule(call, sampleTool('constructor'), WRAP)).toMatchObject({ risk: 'high', rule: 'default' })
  })
})

function rateAnnotated(name: string, annotations: object, trust: 'accept' | 'raise-only' = 'accept'): Ruling {
  const policy = policyOf({ servers: { crm: { ...DEFAULT_SERVER, annotations: trust } } })
  return policy.rule(sampleCall(name), sampleTool(name, annotations), WRAP)
}

describe('annotations', () => {
  test('[G10] readOnlyHint never beats a verb', () => {
    expect(rateAnnotated('delete_x', { readOnlyHint: true }).risk).toBe('high')
    expect(rateAnnotated('update_x', { readOnlyHint: true }).risk).toBe('medium')
  })

  test('readOnlyHint rates what nothing else rates, where annotations are accepted', () => {
    expect(rateAnnotated('frobnicate', { readOnlyHint: true })).toMatchObject({
      risk: 'low',
      rule: 'annotation readOnlyHint',
    })
    expect(rateAnnotated('frobnicate', { readOnlyHint: true }, 'raise-only').risk).toBe('high')
    expect(rateAnnotated('frobnicate', { readOnlyHint: true, destructiveHint: true }).risk).toBe('high')
  })

  test('annotations raise', () => {
    expect(rateAnnotated('get_x', { destructiveHint: true }).risk).toBe('high')
    expect(rateAnnotated('create_x', { destructiveHint: true }).risk).toBe('high')
    expect(rateAnnotated('get_x', { readOnlyHint: false }).risk).toBe('medium')
    expect(rateAnnotated('update_x', { destructiveHint: true }).risk).toBe('medium')
  })

  test('annotations never lower', () => {
    expect(rateAnnotated('delete_x', { destructiveHint: false, readOnlyHint: true, openWorldHint: false }).risk).toBe(
      'high',
    )
  })

  test("the server's default comes after annotations", () => {
    const policy = policyOf({ servers: { crm: { ...DEFAULT_SERVER, risk: 'medium' } } })
    expect(policy.rule(sampleCall('frobnicate'), null, WRAP)).toMatchObject({ risk: 'medium', rule: 'server default' })
    expect(policy.rule(sampleCall('delete_x'), null, WRAP).risk).toBe('high')
  })
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

describe('tool lists and explanations', () => {
  const server = sampleCall('x').server

  test('a tool is rated without arguments', () => {
    const policy = policyOf({ servers: withTool('delete_x', { irreversible: true }) })
    expect(policy.answerTool(sampleTool('get_x'), server, 'default')).toMatchObject({
      risk: 'low',
      irreversible: false,
    })
    expect(policy.answerTool(sampleTool('delete_x'), server, 'default')).toMatchObject({
      risk: 'high',
      rule: 'verb delete',
      irreversible: true,
    })
    expect(policy.answerTool(sampleTool('get_x', { destructiveHint: true }), server, 'default').risk).toBe('high')
    const ruled = policyOf({ rules: [sampleRule({ name: 'r', risk: 'medium' })] })
    expect(ruled.answerTool(sampleTool('get_x'), server, 'default')).toMatchObject({ risk: 'medium', rule: 'r' })
  })

  test('[S1.1] every ruling explains itself', () => {
    const policy = policyOf({ rules: [sampleRule({ name: 'mail', when: 'args.to == "x"', risk: 'high' })] })
    const { ruling, considered } = policy.explain(sampleCall('update_x', { to: 'y', table: 'orders' }), null, WRAP)
    expect(ruling).toMatchObject({ risk: 'medium', rule: 'verb update' })
    expect(considered).toContain('Rule "mail": its condition is false.')
  })

  test('the undo window is that of the tool, else of the rule, else of the whole', () => {
    const rules = [sampleRule({ name: 'r', match: { ...MATCH_ANYTHING, tool: ['delete_*'] }, undoWindowMs: 5000 })]
    const policy = policyOf({ undoWindowMs: 9000, rules, servers: withTool('delete_x', { undoWindowMs: 0 }) })
    const windowOf = (tool: string): number => policy.rule(sampleCall(tool), null, WRAP).undoWindowMs
    expect(['delete_x', 'delete_y', 'send_x'].map(windowOf)).toEqual([0, 5000, 9000])
    expect(policyOf().rule(sampleCall('delete_x'), null, WRAP).undoWindowMs).toBe(0)
  })

  test('the hash changes with what changes a ruling, and with nothing else', () => {
    const hash = policyOf().hash
    expect(policyOf({ store: 'sqlite:/x', notify: 'none', wait: 5 }).hash).toBe(hash)
    expect(policyOf({ profile: 'strict' }).hash).not.toBe(hash)
    expect(policyOf({ rules: [sampleRule({ name: 'r', risk: 'low' })] }).hash).not.toBe(hash)
    expect(policyOf({ servers: withTool('x', { risk: 'low' }) }).hash).not.toBe(hash)
    expect(policyOf({ undoWindowMs: 5000 }).hash).not.toBe(hash)
    expect(policyOf({ servers: withTool('x', { undoWindowMs: 5000 }) }).hash).not.toBe(
      policyOf({ servers: withTool('x', {}) }).hash,
    )
    expect(policyOf({ ttlMs: 1 }).hash).not.toBe(hash)
  })
})

test('whatever the arguments, ruling never throws and never passes a delete', () => {
  const policy = policyOf()
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
      const ruling = policy.rule(sampleCall('delete_x', args as never), null, WRAP)
      expect(ruling.answer).toBe('ask')
      expect(ruling.risk).toBe('high')
    }),
  )
})

test('a policy whose parts fail asks', () => {
  const broken = {
    leadsIntoProtected: () => {
      throw new Error('disk on fire')
    },
  }
  const result = compilePolicy(DEFAULT_CONFIG, {
    sha256,
    protectedPaths: broken,
    projects: NO_PROJECTS,
    conditions: null,
  })
  expect(result.ok && result.policy.rule(sampleCall('get_x', { a: 'b' }), null, WRAP)).toMatchObject({
    answer: 'ask',
    rule: 'evaluation error',
  })
})

test('ruling on a plain read is cheap', () => {
  const policy = policyOf()
  const tool = sampleTool('read_file', { readOnlyHint: true }, ['path'])
  const call = sampleCall('read_file', { path: '/home/u/project/a.ts', head: '20', encoding: 'utf8' })
  const ruling = (): void => {
    for (let times = 0; times < 500; times++) policy.rule(call, tool, WRAP)
  }
  const reading = (): void => {
    for (let times = 0; times < 500; times++) JSON.parse(JSON.stringify(call))
  }
  // Half of it, as a rule: a call is read and written several times on its way anyway.
  expect(costRatio(ruling, reading)).toBeLessThan(3)
})
