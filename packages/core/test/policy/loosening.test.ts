import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SERVER, DEFAULT_TENANT, DEFAULT_TOOL, loosens, MATCH_ANYTHING } from '../../src/policy/index.ts'
import type { PolicyConfig, RuleConfig } from '../../src/policy/index.ts'
import { sampleConfig, sampleRule } from './policy-sample.ts'

const PREVIEW = { title: null, show: [], impact: {}, refuse: null, notFound: null }
const COMMAND = { kind: 'command', command: ['npx', 'crm'], env: { A: '1' }, cwd: null } as const

const TOKEN = { name: 'ci', role: 'approver', sha256: 'a'.repeat(64), tenant: 'default', relaysAPerson: false } as const

/** A configuration in the middle of everything, so that each part can move both ways. */
const BASE: PolicyConfig = sampleConfig({
  profile: 'balanced',
  undoWindowMs: 10_000,
  rationale: { kind: 'advertised' },
  tokens: [TOKEN],
  servers: {
    crm: {
      ...DEFAULT_SERVER,
      upstream: COMMAND,
      risk: 'medium',
      tools: {
        a: { ...DEFAULT_TOOL, risk: 'medium' },
        b: { ...DEFAULT_TOOL, risk: 'high', irreversible: true, undoWindowMs: 5000 },
      },
    },
  },
  rules: [
    sampleRule({ name: 'waved through', match: { ...MATCH_ANYTHING, tool: ['ping'] }, answer: 'pass' }),
    sampleRule({
      name: 'mail',
      risk: 'medium',
      approvers: ['ann', 'bob', 'eve'],
      quorum: 2,
      assurance: 'identified',
      code: 'always',
      rails: ['page', 'channel'],
      ttlMs: 60_000,
      undoWindowMs: 20_000,
    }),
    sampleRule({ name: 'asked', answer: 'ask' }),
  ],
  tenants: {
    acme: { ...DEFAULT_TENANT, profile: 'relaxed', assurance: 'identified', approvers: ['ann', 'bob'], quorum: 2 },
    open: { ...DEFAULT_TENANT, autoApproveHighRisk: true, acceptAgentConfirm: true },
  },
})

type Change = (config: PolicyConfig) => PolicyConfig
const crm =
  (parts: object): Change =>
  (config) => ({ ...config, servers: { ...config.servers, crm: { ...config.servers['crm'], ...parts } as never } })
const tool =
  (name: string, parts: object | null): Change =>
  (config) => {
    const { [name]: old, ...others } = config.servers['crm']?.tools ?? {}
    return crm({ tools: parts === null ? others : { ...others, [name]: { ...(old ?? DEFAULT_TOOL), ...parts } } })(
      config,
    )
  }
const rule =
  (name: string, parts: Partial<RuleConfig>): Change =>
  (config) => ({
    ...config,
    rules: config.rules.map((each) => (each.name === name ? { ...each, ...parts } : each)),
  })
const tenant =
  (name: string, parts: object): Change =>
  (config) => ({
    ...config,
    tenants: { ...config.tenants, [name]: { ...(config.tenants[name] ?? DEFAULT_TENANT), ...parts } },
  })
const set =
  (parts: Partial<PolicyConfig>): Change =>
  (config) => ({ ...config, ...parts })
const addRule =
  (at: number, added: RuleConfig): Change =>
  (config) => ({ ...config, rules: config.rules.toSpliced(at, 0, added) })
const dropRule =
  (name: string): Change =>
  (config) => ({ ...config, rules: config.rules.filter((each) => each.name !== name) })

const TIGHTER: readonly (readonly [string, Change])[] = [
  ['a stricter profile', set({ profile: 'strict' })],
  ['a shorter ttl', set({ ttlMs: 1000 })],
  ['a shorter execute_within', set({ executeWithinMs: 1000 })],
  ['a longer undo_window', set({ undoWindowMs: 11_000 })],
  ['a longer undo_window of a rule', rule('mail', { undoWindowMs: 30_000 })],
  ['a rule with a longer undo_window of its own', rule('asked', { undoWindowMs: 12_000 })],
  ['a longer undo_window of a tool', tool('b', { undoWindowMs: 6000 })],
  ['a tool without a short undo_window of its own', tool('b', { undoWindowMs: null })],
  ['a tool with a longer undo_window than any before', tool('a', { undoWindowMs: 30_000 })],
  ['a longer decline_sticks', set({ declineSticksMs: 99_999_999 })],
  ['a required rationale', set({ rationale: { kind: 'required' } })],
  ['a token removed', set({ tokens: [] })],
  ['what cannot let a call through', set({ wait: 5000, notify: 'none' })],
  ['raise-only annotations', crm({ annotations: 'raise-only' })],
  ['a higher server default', crm({ risk: 'high' })],
  ['no server default', crm({ risk: null })],
  ['a tool raised', tool('a', { risk: 'high' })],
  ['a new tool rated high', tool('c', { risk: 'high' })],
  ['a tool marked irreversible', tool('a', { irreversible: true })],
  ['a deny rule at the front', addRule(0, sampleRule({ name: 'never', answer: 'deny' }))],
  ['a deny rule at the end', addRule(3, sampleRule({ name: 'never at last', answer: 'deny', when: 'args.x == 1' }))],
  ['a rule that let pass removed', dropRule('waved through')],
  ['a rule that now denies', rule('mail', { answer: 'deny' })],
  ['a rule that now asks each time', rule('mail', { answer: 'ask' })],
  ['a rule that rates higher', rule('mail', { risk: 'high' })],
  ['fewer approvers', rule('mail', { approvers: ['ann', 'bob'] })],
  ['a higher quorum', rule('mail', { quorum: 3 })],
  ['a higher assurance', rule('mail', { assurance: 'strong' })],
  ['the code demanded', rule('asked', { code: 'always' })],
  ['fewer rails', rule('mail', { rails: ['page'] })],
  ['a shorter deadline', rule('mail', { ttlMs: 1000 })],
  ['a rule that marks as irreversible', rule('mail', { irreversible: true })],
  ['a stricter tenant', tenant('acme', { profile: 'strict' })],
  ['a tenant with fewer approvers', tenant('acme', { approvers: ['ann', 'bob'].slice(0, 1) })],
  ['a tenant with a higher quorum', tenant('acme', { quorum: 3 })],
  ['auto_approve_high_risk off', tenant('open', { autoApproveHighRisk: false })],
  ['accept_agent_confirm off', tenant('open', { acceptAgentConfirm: false })],
  ['a new tenant that is strict', tenant('new', { profile: 'strict' })],
]

const LOOSER: readonly (readonly [string, Change])[] = [
  ['a looser profile', set({ profile: 'relaxed' })],
  ['observe', set({ profile: 'observe' })],
  ['another store', set({ store: 'sqlite:/elsewhere' })],
  ['a longer ttl', set({ ttlMs: 99_999_999 })],
  ['a longer execute_within', set({ executeWithinMs: 99_999_999 })],
  ['a shorter undo_window', set({ undoWindowMs: 9000 })],
  ['a shorter undo_window of a rule', rule('mail', { undoWindowMs: 15_000 })],
  ['a rule that falls back to a shorter undo_window', rule('mail', { undoWindowMs: null })],
  ['a rule with a shorter undo_window of its own', rule('asked', { undoWindowMs: 0 })],
  ['a shorter undo_window of a tool', tool('b', { undoWindowMs: 4000 })],
  ['a tool with a shorter undo_window than a rule may give it', tool('a', { undoWindowMs: 15_000 })],
  ['a shorter decline_sticks', set({ declineSticksMs: 0 })],
  ['rationale off', set({ rationale: { kind: 'off' } })],
  ['rationale in grace', set({ rationale: { kind: 'grace', until: 5 } })],
  ['auth: none', set({ auth: 'none' })],
  ['a new token', set({ tokens: [...BASE.tokens, { ...TOKEN, name: 'other' }] })],
  ['a token that relays a person', set({ tokens: [{ ...TOKEN, relaysAPerson: true }] })],
  ['other channel rules', set({ channels: { ...BASE.channels, unmatched: 'cancel' } })],
  ['a lower server default', crm({ risk: 'low' })],
  ['another command', crm({ upstream: { ...COMMAND, command: ['npx', 'evil'] } })],
  ['another environment', crm({ upstream: { ...COMMAND, env: { A: '2' } } })],
  [
    'a new server',
    (config) => ({ ...config, servers: { ...config.servers, other: { ...DEFAULT_SERVER, upstream: COMMAND } } }),
  ],
  ['a server whose ratings go', (config) => ({ ...config, servers: {} })],
  ['a tool lowered', tool('a', { risk: 'low' })],
  ['a tool no longer rated', tool('b', null)],
  ['a new tool rated low', tool('c', { risk: 'low' })],
  ['a new tool rated medium', tool('c', { risk: 'medium' })],
  ['a tool no longer irreversible', tool('b', { irreversible: false })],
  ['a preview recipe', tool('a', { preview: { ...PREVIEW, kind: 'read', call: 'delete_all', with: 'args' } })],
  ['a dry run', tool('a', { preview: { ...PREVIEW, kind: 'dry-run', parameter: 'dry_run' } })],
  ['an undo recipe', tool('a', { undo: { call: 'x', with: 'args' } })],
  ['a new rule that passes', addRule(0, sampleRule({ name: 'new', answer: 'pass' }))],
  ['a new rule that asks', addRule(3, sampleRule({ name: 'new', answer: 'ask' }))],
  ['a rule removed', dropRule('mail')],
  ['rules in another order', (config) => ({ ...config, rules: config.rules.toReversed() })],
  ['another condition', rule('mail', { when: 'args.x == 1' })],
  ['another match', rule('mail', { match: { ...MATCH_ANYTHING, tool: ['x'] } })],
  ['rated by SQL', rule('asked', { sql: 'args.sql' })],
  ['another SQL engine [X11.A1]', rule('asked', { sqlEngine: 'sqlite' })],
  ['an SQL function more [X11.A1]', rule('asked', { sqlFunctions: ['app.total'] })],
  ['a rule that rates lower', rule('mail', { risk: 'low' })],
  ['a rule that rates no longer', rule('mail', { risk: null })],
  ['a rule that now passes', rule('asked', { answer: 'pass' })],
  ['a rule that no longer asks', rule('asked', { answer: null, risk: 'high' })],
  ['more approvers', rule('mail', { approvers: ['ann', 'bob', 'eve', 'mallory'] })],
  ['any approver', rule('mail', { approvers: null })],
  ['a lower quorum', rule('mail', { quorum: 1 })],
  ['no quorum', rule('mail', { quorum: null })],
  ['a lower assurance', rule('mail', { assurance: 'host' })],
  ['the code no longer demanded', rule('mail', { code: null })],
  ['approvers that a tenant did not have', rule('asked', { approvers: ['mallory'] })],
  ['a quorum below the tenant', rule('asked', { quorum: 1 })],
  ['more rails', rule('mail', { rails: ['page', 'channel', 'elicitation'] })],
  ['a longer deadline', rule('mail', { ttlMs: 99_999_999 })],
  ['a looser tenant', tenant('acme', { profile: 'observe' })],
  ['auto_approve_high_risk', tenant('acme', { autoApproveHighRisk: true })],
  ['accept_agent_confirm', tenant('acme', { acceptAgentConfirm: true })],
  ['a tenant with more approvers', tenant('acme', { approvers: ['ann', 'bob', 'mallory'] })],
  ['a tenant with any approver', tenant('acme', { approvers: null })],
  ['a tenant with a lower quorum', tenant('acme', { quorum: 1 })],
  ['a tenant with less assurance', tenant('acme', { assurance: 'host' })],
  ['a new tenant that is loose', tenant('new', { profile: 'observe' })],
  ['a tenant that returns to a default with fewer approvals', (config) => ({ ...config, tenants: {} })],
]

test('[L3] an identical configuration loosens nothing', () => {
  expect(loosens(BASE, structuredClone(BASE))).toEqual([])
})

describe('tightening', () => {
  test.each(TIGHTER)('[L3] %s', (_name, change) => {
    expect(change(BASE)).not.toEqual(BASE)
    expect(loosens(BASE, change(BASE))).toEqual([])
  })

  test('[L3] any number of tightenings together report nothing', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...TIGHTER]), (changes) => {
        const after = changes.reduce((config, [, change]) => change(config), BASE)
        expect(loosens(BASE, after)).toEqual([])
      }),
    )
  })
})

describe('loosening', () => {
  test.each(LOOSER)('[L3] %s', (_name, change) => {
    const sentences = loosens(BASE, change(BASE))
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/^\S.*\.$/)
  })

  test('[L3] a shorter window is said in one sentence, by what it is the window of', () => {
    expect(loosens(BASE, set({ undoWindowMs: 0 })(BASE))).toEqual([
      'Approvals can be taken back for a shorter time (undo_window).',
    ])
    expect(loosens(BASE, rule('mail', { undoWindowMs: 0 })(BASE))).toEqual([
      'The rule "mail" lets approvals be taken back for a shorter time.',
    ])
    expect(loosens(BASE, tool('b', { undoWindowMs: 0 })(BASE))).toEqual([
      'Approvals of crm.b can be taken back for a shorter time (undo_window).',
    ])
  })

  test.each([
    // Unset, what cannot be undone has 5 s where that is counted down, and everything else runs at once.
    [null, 0, true],
    [null, 3000, true],
    [null, 5000, false],
    [0, null, false],
    [3000, null, true],
    [10_000, null, true],
  ] as const)('[L3] undo_window from %j to %j is looser: %j', (before, after, isLooser) => {
    const [one, other] = [before, after].map((undoWindowMs) => ({ ...BASE, rules: [], servers: {}, undoWindowMs }))
    expect(loosens(one ?? BASE, other ?? BASE).length > 0).toBe(isLooser)
  })

  test.each([
    { undoWindowMs: 60_000 },
    { quorum: 2 },
    { approvers: ['ann'] },
    { assurance: 'strong' as const },
    { code: 'always' as const },
  ])('[L3] a rule removed that lets pass what it can, and demands %j of the rest', (demand) => {
    const demanding = addRule(0, sampleRule({ name: 'waved through, with care', answer: 'pass', ...demand }))(BASE)
    expect(loosens(demanding, BASE).length).toBeGreaterThan(0)
  })

  test('[L3] a loosening shows among any number of tightenings of other parts', () => {
    const independent = TIGHTER.filter(([name]) =>
      ['a shorter ttl', 'a longer decline_sticks', 'a tool marked irreversible', 'a deny rule at the front'].includes(
        name,
      ),
    )
    fc.assert(
      fc.property(fc.subarray(independent), fc.constantFrom(...LOOSER.slice(0, 3)), (changes, [, loosen]) => {
        const after = loosen(changes.reduce((config, [, change]) => change(config), BASE))
        expect(loosens(BASE, after).length).toBeGreaterThan(0)
      }),
    )
  })

  test('[L3] undoing a tightening of substance is a loosening', () => {
    for (const [name, change] of TIGHTER) {
      if (['what cannot let a call through', 'no server default'].includes(name)) continue
      expect([name, loosens(change(BASE), BASE).length > 0]).toEqual([name, true])
    }
  })
})
