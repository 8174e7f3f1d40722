import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  MATCH_ANYTHING,
  NO_PROJECTS,
} from '../../../src/policy/index.ts'
import type { Ruling } from '../../../src/policy/index.ts'
import { policyOf, sampleCall, sampleRule, sampleTool, sha256, withTool, WRAP } from '../policy-sample.ts'
import { costRatio } from '../../sql/processor-time.ts'

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
    const windowOf = (tool: string): number | null => policy.rule(sampleCall(tool), null, WRAP).undoWindowMs
    expect(['delete_x', 'delete_y', 'send_x'].map(windowOf)).toEqual([0, 5000, 9000])
    expect(policyOf().rule(sampleCall('delete_x'), null, WRAP).undoWindowMs).toBeNull()
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
