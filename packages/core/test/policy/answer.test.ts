import { describe, expect, test } from 'vitest'
import { compilePolicy, DEFAULT_CONFIG, DEFAULT_TENANT, MATCH_ANYTHING, NO_PROJECTS } from '../../src/policy/index.ts'
import type { Profile } from '../../src/policy/index.ts'
import { scopeOf } from '../../src/policy/scope.ts'
import { policyOf, sampleCall, sampleRule, SERVE, sha256, VAULT, withTool, WRAP } from './policy-sample.ts'
import { processorTime } from '../sql/processor-time.ts'

function answers(profile: Profile): readonly string[] {
  return ['get_x', 'update_x', 'delete_x'].map((tool) => {
    const { answer, scope, gateOff } = policyOf({ profile }).rule(sampleCall(tool), null, WRAP)
    return `${answer}${scope === null ? '' : ' once'}${gateOff ? ' off' : ''}`
  })
}

function scopeFor(tool: string, args: object): string | null {
  return policyOf().rule(sampleCall(tool, args as never), null, WRAP).scope
}

describe('profiles', () => {
  test('[S0.1] what each tier means in each profile', () => {
    expect(answers('balanced')).toEqual(['pass', 'ask once', 'ask'])
    expect(answers('strict')).toEqual(['pass', 'ask', 'ask'])
    expect(answers('relaxed')).toEqual(['pass', 'pass', 'ask'])
    expect(answers('observe')).toEqual(['pass', 'pass off', 'pass off'])
  })

  test('[S1.4] auto_approve_high_risk passes and says that the gate is off; it is off by default', () => {
    const policy = policyOf({ tenants: { acme: { ...DEFAULT_TENANT, autoApproveHighRisk: true } } })
    expect(policy.rule(sampleCall('delete_x', {}, { tenant: 'acme' }), null, WRAP)).toMatchObject({
      answer: 'pass',
      gateOff: true,
      risk: 'high',
    })
    expect(policy.rule(sampleCall('delete_x'), null, WRAP)).toMatchObject({ answer: 'ask', gateOff: false })
    expect([policy.gateOff('acme'), policy.gateOff('default'), policyOf({ profile: 'observe' }).gateOff('x')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('[S1.4] a rule that asks outlives auto_approve_high_risk', () => {
    const policy = policyOf({
      rules: [sampleRule({ name: 'always', match: { ...MATCH_ANYTHING, tool: ['pay*'] }, answer: 'ask' })],
      tenants: { acme: { ...DEFAULT_TENANT, autoApproveHighRisk: true } },
    })
    expect(policy.rule(sampleCall('pay_it', {}, { tenant: 'acme' }), null, WRAP).answer).toBe('ask')
  })

  test("a tenant's profile beats the configuration's", () => {
    const policy = policyOf({ tenants: { acme: { ...DEFAULT_TENANT, profile: 'strict' } } })
    expect(policy.rule(sampleCall('update_x', {}, { tenant: 'acme' }), null, WRAP).scope).toBeNull()
  })

  test('a deny stays a deny in every profile', () => {
    for (const profile of ['observe', 'relaxed', 'balanced', 'strict'] as const) {
      const policy = policyOf({
        profile,
        rules: [sampleRule({ name: 'never', answer: 'deny' })],
        servers: withTool('get_x', { risk: 'low' }),
      })
      expect(policy.rule(sampleCall('get_x'), null, WRAP)).toMatchObject({
        answer: 'deny',
        rule: 'never',
        grantable: false,
      })
    }
  })

  test('[X2] an agent may confirm only where the tenant opted in, and never what is irreversible', () => {
    const tenants = { acme: { ...DEFAULT_TENANT, acceptAgentConfirm: true } }
    const policy = policyOf({ tenants, servers: withTool('delete_x', { irreversible: true }) })
    const rule = (tool: string, args = {}) => policy.rule(sampleCall(tool, args, { tenant: 'acme' }), null, WRAP)
    expect(policy.acceptsAgentConfirm('acme', rule('delete_y'))).toBe(true)
    expect(policy.acceptsAgentConfirm('default', rule('delete_y'))).toBe(false)
    expect(policy.acceptsAgentConfirm('acme', rule('delete_x'))).toBe(false)
    expect(policy.acceptsAgentConfirm('acme', rule('write_y', { path: '/vault/x' }))).toBe(false)
    expect(rule('delete_x')).toMatchObject({ irreversible: true, grantable: false })
  })

  test('[H24] a high call has no scope to be allowed by, and a medium one only its own', () => {
    expect(scopeFor('delete_file', { path: '/a/b' })).toBeNull()
    expect(scopeFor('write_file', { path: '/a/b/c.txt' })).toBe('folder "/a/b"')
    expect(scopeFor('write_file', { path: '/a/b/../../etc/c.txt' })).toBe('folder "/etc"')
    expect(scopeFor('write_file', { path: '/a/b/d.txt' })).toBe(scopeFor('write_file', { path: '/a/b/c.txt' }))
    expect(scopeFor('write_file', { path: 'C:\\a\\c.txt' })).toBe('folder "C:/a"')
    expect(scopeFor('move_file', { source: '/a/x', destination: '/b/x' })).toBe(
      'destination folder "/b", source folder "/a"',
    )
    expect(scopeFor('create_issue', { owner: 'o', repo: 'r', title: 't' })).toBe('owner "o", repo "r"')
    expect(scopeFor('update_row', { table: 'x", table "y' })).not.toBe(scopeFor('update_row', { table: 'x' }))
    expect(scopeFor('update_thing', { id: 5 })).toBe('tool "update_thing"')
  })
})

describe('scopes', () => {
  test.each([
    [{ approvers: ['ann'] }, WRAP],
    [{ quorum: 2 }, WRAP],
    [{ rails: ['page'] }, WRAP],
    [{ code: 'always' }, SERVE],
    [{ assurance: 'identified' }, WRAP],
    [{ assurance: 'strong' }, SERVE],
  ] as const)('[S1.1] a rule that says who decides is asked each time: %j', (parts, context) => {
    const policy = policyOf({ rules: [sampleRule({ name: 'who', ...parts })] })
    const call = sampleCall('write_file', { path: '/a/b' })
    expect(policy.rule(call, null, context)).toMatchObject({ answer: 'ask', risk: 'medium', scope: null })
    const unchanged = policyOf({ rules: [sampleRule({ name: 'who', ttlMs: 5 })] })
    expect(unchanged.rule(call, null, context).scope).toBe('folder "/a"')
  })

  test('[H24] names that read the same hide no value, in whatever order: no scope covers them', () => {
    for (const args of [
      { repo: 'evil', Repo: 'good' },
      { Repo: 'good', repo: 'evil' },
    ]) {
      expect(policyOf().rule(sampleCall('create_issue', args), null, WRAP)).toMatchObject({
        risk: 'high',
        answer: 'ask',
        scope: null,
      })
      expect(scopeOf(sampleCall('create_issue', args))).toBe('repo "evil", repo "good"')
    }
  })

  test.each([
    [{ output_path: '/tmp/ok/a' }, { output_path: '/etc/cron.d/x' }],
    [{ options: { path: '/tmp/ok/a' } }, { options: { path: '/etc/x' } }],
    [{ out: '/tmp/ok/a' }, { out: '/etc/x' }],
    [{ out: 'ok/a' }, { out: 'etc/x' }],
    [{ where: '~/a/b' }, { where: '~/../x/b' }],
    [{ path: 'x/b' }, { path: '~/../x/b' }],
    [{ path: '/tmp/ok/a' }, { path: '/tmp/ok/..%2f..%2fetc%2fx' }],
    [{ target_dir: '/tmp' }, { target_dir: '/etc' }],
    [{ files: { '/tmp/a': 'x' } }, { files: { '/etc/a': 'x' } }],
    [{ files: [{ path: '/tmp/a', content: 'x' }] }, { files: [{ path: '/etc/a', content: 'x' }] }],
    [{ path: { value: 'ok/a' } }, { path: { value: 'etc/a' } }],
    [
      { source: '/a/x', destination: '/b/x' },
      { source: '/b/x', destination: '/a/x' },
    ],
    [
      {
        moves: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
        ],
      },
      {
        moves: [
          { from: 'a', to: 'a' },
          { from: 'b', to: 'b' },
        ],
      },
    ],
    [{ target_repo: 'good' }, { target_repo: 'evil' }],
    [{ params: { projectKey: 'A' } }, { params: { projectKey: 'B' } }],
    [{ url: 'https://a.example/x' }, { url: 'https://b.example/x' }],
    [{ url: 'https://a.example/x?repo=a' }, { url: 'https://a.example/x?repo=b' }],
    [{ page: 'https://a.example/x' }, { page: 'https://b.example/x' }],
    [{ table: 'a' }, { table: ['a', 'b'] }],
  ])('[H24] %j does not open %j', (approved, other) => {
    expect(scopeFor('write_note', other)).not.toBe(scopeFor('write_note', approved))
  })

  test('[H24] ordinary work stays in its scope', () => {
    expect(scopeFor('add_note', { text: 'a note, with a / in it', tags: ['x'] })).toBe('tool "add_note"')
    expect(scopeFor('add_note', { text: '/* several */\nlines' })).toBe('tool "add_note"')
    expect(scopeFor('write_file', { path: '/a/b', content: 'x' })).toBe(
      scopeFor('write_file', { path: '/a/c', content: 'y' }),
    )
    expect(scopeFor('navigate', { url: 'https://a.example/docs/x' })).toBe(
      scopeFor('navigate', { url: 'https://A.example/docs/y#z' }),
    )
  })

  test('[H24] a call with too many places is asked each time', () => {
    expect(scopeFor('write_files', { paths: Array.from({ length: 500 }, (_, index) => `/a${index}/b`) })).toBeNull()
    expect(scopeFor('write_files', { values: Array.from({ length: 9000 }, () => 1) })).toBeNull()
  })
})

describe('self-protection', () => {
  const SEEN: string[] = []
  const watching = compilePolicy(DEFAULT_CONFIG, {
    sha256,
    conditions: null,
    projects: NO_PROJECTS,
    protectedPaths: {
      leadsIntoProtected: (text, folders = []) => {
        for (const folder of ['', ...folders]) SEEN.push(`${folder}|${text}`)
        return null
      },
    },
  })
  const seenIn = (args: object): readonly string[] => {
    SEEN.length = 0
    if (watching.ok) watching.policy.rule(sampleCall('get_x', args as never), null, WRAP)
    return SEEN
  }

  test('[L2] a relative path is tried in each folder that the call names, a list as one path', () => {
    expect(seenIn({ root: '/home/a', deep: [{ name: 'x.json' }] })).toContain('/home/a|x.json')
    expect(seenIn({ parts: ['home', 'a', '.holdpoint'] })).toEqual(
      expect.arrayContaining(['|home/a/.holdpoint', '|/home/a/.holdpoint']),
    )
    expect(seenIn({ a: '/x', b: '/y' })).toEqual(['|/x', '|/y'])
  })

  test.each([
    ['too many paths', { paths: Array.from({ length: 3000 }, (_, index) => `a/${index}`) }],
    ['too many texts', { words: Array.from({ length: 20_000 }, () => 'x') }],
    ['too much text', { content: 'a/b '.repeat(100_000) }],
    [
      'more folders than are tried',
      { folders: Array.from({ length: 40 }, (_, index) => `/f${index}`), file: 'x.json' },
    ],
  ])('[L2] %s: too large to check, so asked', async (_name, args) => {
    const why = expect.stringContaining('too large')
    const spent = await processorTime(() => {
      const ruling = policyOf({ profile: 'observe' }).rule(sampleCall('get_x', args), null, WRAP)
      expect(ruling).toMatchObject({ answer: 'ask', rule: 'self-protection', why })
    })
    expect(spent).toBeLessThan(1000)
  })

  test('[L2] asks each time in every profile, never granted, whatever the rules say', () => {
    const tenants = { acme: { ...DEFAULT_TENANT, autoApproveHighRisk: true, acceptAgentConfirm: true } }
    for (const profile of ['observe', 'relaxed', 'balanced', 'strict'] as const) {
      const policy = policyOf({
        profile,
        tenants,
        rules: [sampleRule({ name: 'pass all', answer: 'pass' })],
        servers: withTool('get_x', { risk: 'low' }),
      })
      for (const args of [{ path: '/vault/a' }, { deep: [{ x: ['cat /vault/a'] }] }, { '/vault/key': 1 }]) {
        expect(policy.rule(sampleCall('get_x', args, { tenant: 'acme' }), null, WRAP)).toMatchObject({
          answer: 'ask',
          risk: 'high',
          rule: 'self-protection',
          grantable: false,
          scope: null,
          gateOff: false,
        })
      }
    }
  })
})

describe('who decides', () => {
  test('[X7] the default assurance is the host in wrap and an identified person in serve', () => {
    expect(policyOf().rule(sampleCall('delete_x'), null, WRAP).assurance).toBe('host')
    expect(policyOf().rule(sampleCall('delete_x'), null, SERVE).assurance).toBe('identified')
  })

  test('[X13.2] a rule demands the code in chats; without one it is not said', () => {
    const policy = policyOf({ rules: [sampleRule({ name: 'typed', code: 'always' })] })
    expect(policy.rule(sampleCall('delete_x'), null, SERVE).code).toBe('always')
    expect(policyOf().rule(sampleCall('delete_x'), null, SERVE)).not.toHaveProperty('code')
  })

  test('rules and tenants override it', () => {
    const tenants = { acme: { ...DEFAULT_TENANT, assurance: 'strong', approvers: ['ann'] } } as const
    const rules = [
      sampleRule({
        name: 'mail',
        match: { ...MATCH_ANYTHING, tool: ['send*'] },
        assurance: 'identified',
        approvers: ['bob'],
      }),
    ]
    const policy = policyOf({ tenants, rules })
    expect(policy.rule(sampleCall('delete_x', {}, { tenant: 'acme' }), null, WRAP)).toMatchObject({
      assurance: 'strong',
      approvers: ['ann'],
    })
    expect(policy.rule(sampleCall('send_x', {}, { tenant: 'acme' }), null, WRAP)).toMatchObject({
      assurance: 'identified',
      approvers: ['bob'],
    })
  })

  test.each([
    ['rules', { rules: [sampleRule({ name: 'x', approvers: [] })] }, 'rules.0.approvers'],
    ['tenants', { tenants: { acme: { ...DEFAULT_TENANT, approvers: [] } } }, 'tenants.acme.approvers'],
    ['a quorum of the host', { rules: [sampleRule({ name: 'x', quorum: 2, assurance: 'host' })] }, 'rules.0.assurance'],
    [
      'two rules of one name',
      { rules: [sampleRule({ name: 'x', risk: 'low' }), sampleRule({ name: 'x', risk: 'low' })] },
      'rules.1.name',
    ],
    ['a rule that says nothing', { rules: [sampleRule({ name: 'x' })] }, 'rules.0'],
    ['no rails', { rules: [sampleRule({ name: 'x', rails: [] })] }, 'rules.0.rails'],
    [
      'a match of nothing',
      { rules: [sampleRule({ name: 'x', risk: 'low', match: { ...MATCH_ANYTHING, tool: [] } })] },
      'rules.0.match.tool',
    ],
    ['a time of nothing', { ttlMs: 0 }, 'ttl'],
    ['an undo window of six minutes', { undoWindowMs: 360_000 }, 'undo_window'],
    [
      'an undo window of a rule beyond five minutes',
      { rules: [sampleRule({ name: 'x', undoWindowMs: 300_001 })] },
      'rules.0.undo_window',
    ],
    [
      'an undo window of a tool beyond five minutes',
      { servers: withTool('a', { undoWindowMs: 300_001 }) },
      'servers.crm.tools.a.undo_window',
    ],
  ] as const)('[E8] %s: an impossible decision is a problem of the configuration', (_name, parts, path) => {
    const result = compilePolicy({ ...DEFAULT_CONFIG, ...parts } as never, {
      sha256,
      protectedPaths: VAULT,
      projects: NO_PROJECTS,
      conditions: null,
    })
    expect(result.ok ? [] : result.problems.map((problem) => problem.path.join('.'))).toContain(path)
  })
})
