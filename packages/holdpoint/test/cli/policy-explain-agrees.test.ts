/**
 * The same calls through the gateway's gate and through `policy explain`: one ruling, whatever the call and the policy.
 * The gate gets each caller as its front finds it: a host on this account, or the holder of a secret that `serve` lets
 * in. `policy explain` gets the token's name alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { recordDraft } from '@holdpoint/core'
import type { Call, JsonObject, Ruling, ServerIdentity } from '@holdpoint/core'
import {
  compilePolicy,
  createRequesterNames,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  DEFAULT_TENANT,
  DEFAULT_TOOL,
  hashConfig,
  MATCH_ANYTHING,
} from '@holdpoint/core/policy'
import type { PolicyConfig, RuleCall } from '@holdpoint/core/policy'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// As it is built: its thread for long SQL is a file of its own.
import { openRuleCall } from '@holdpoint/gateway'
import { sampleToken, sha256 } from '@holdpoint/testing'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { CONDITIONS, sampleRule } from '../../../core/test/policy/policy-sample.ts'
import { createAccess } from '../../src/access/access.ts'
import { explainCall } from '../../src/cli/policy/explain-call.ts'
import { findCaller } from '../../src/cli/policy/explained-caller.ts'
import type { ExplainedCaller } from '../../src/cli/policy/explained-caller.ts'
import type { PolicyInForce } from '../../src/config/policy-source.ts'
import { createProjectFolders } from '../../src/config/protected/project-folders.ts'
import { createProtectedPaths } from '../../src/config/protected/protected-paths.ts'
import { createGate } from '../../../gateway/src/calls/gate.ts'
import type { Passage } from '../../../gateway/src/calls/gate.ts'
import { createToolCatalog } from '../../../gateway/src/tools/tool-catalog.ts'

const HOST = { tenant: 'default', principal: `local:${userInfo().username}`, relaysAPerson: true }
const CLIENT = { name: 'host', version: '1' }

let home: TestStore
let folder: string
let count = 0
const rule = openRuleCall({
  known: (requester) => createRequesterNames(async () => home.store, Date.now).of(requester),
  now: Date.now,
})

/** What relays a person does not go by the tenant, nor does the name. */
const TOKENS: readonly DrawnToken[] = ['default', 'acme'].flatMap((tenant) =>
  ['made', 'configured'].flatMap((kept) =>
    [true, false].map((relaysAPerson) => {
      const name = `${kept}-${relaysAPerson ? 'chat' : 'bot'}`
      return { name, tenant, relaysAPerson, secret: `hp_${name}-of-${tenant}`, kept: kept as DrawnToken['kept'] }
    }),
  ),
)
const CONFIGURED = TOKENS.filter(({ kept }) => kept === 'configured').map(({ secret, ...token }) => ({
  ...token,
  role: 'agent' as const,
  sha256: sha256(secret),
}))

interface DrawnToken {
  readonly name: string
  readonly tenant: string
  readonly relaysAPerson: boolean
  readonly secret: string
  readonly kept: 'made' | 'configured'
}

type Caller = Pick<Call, 'tenant' | 'principal'> & { readonly relaysAPerson: boolean }

/** As the endpoint of `serve` does. */
async function callerOf(secret: string): Promise<Caller> {
  const access = createAccess({
    store: home.store,
    configTokens: CONFIGURED,
    configPeople: {},
    now: Date.now,
    randomSecret: () => 'unused',
    sha256,
    account: 'unused',
    tenant: 'default',
  })
  const holder = await access.authenticate(secret)
  if (holder === null) throw new Error('not let in')
  return { tenant: holder.tenant, principal: holder.name, relaysAPerson: holder.relaysAPerson }
}

/** As the command does, from what was typed. */
async function callerNamed(token: DrawnToken | null): Promise<ExplainedCaller> {
  const tokens = [...CONFIGURED, ...(await home.store.tokens.list(null))]
  const typed = token === null ? { as: null, tenant: null } : { as: token.name, tenant: token.tenant }
  const asked = { ...typed, localTenant: 'default', tokens }
  const found = findCaller(asked)
  if (!found.ok) throw new Error(found.problem.message)
  return found.caller
}

beforeAll(async () => {
  home = await openTestStore()
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-explain-'))
  const names = createRequesterNames(async () => home.store, Date.now)
  for (const { name, tenant, relaysAPerson, secret, kept } of TOKENS) {
    if (kept === 'configured') continue
    const row = sampleToken({ id: `${name}-${tenant}`, name, role: 'agent', tenant, secret, relaysAPerson })
    await home.store.tokens.add(row, recordDraft({ kind: 'token-created', tenant, actor: 'test', detail: name }))
  }
  // Only some of the callers know these names.
  const knowing = [HOST, ...TOKENS.map(({ name, tenant }) => ({ tenant, principal: name }))]
  for (const { tenant, principal } of knowing.filter((_caller, index) => index % 2 === 0)) {
    await names.learn({ tenant, principal, argumentsText: '{"to":"ana@example.com","host":"paypal.com"}' })
  }
})

afterAll(async () => {
  await home.end()
  rmSync(folder, { recursive: true })
})

const DISPLAYS = [
  'npx some-crm-server',
  'npx -y @modelcontextprotocol/server-github',
  'npx -y @modelcontextprotocol/server-filesystem /srv',
  'npx -y @modelcontextprotocol/server-postgres postgres://db',
]
const TOOL_NAMES = [
  'run_sql',
  'query',
  'get_item',
  'delete_item',
  'get_or_delete',
  'update_file',
  'write_file',
  'push_files',
  'issue_write',
  'frobnicate',
  'send_mail',
  'g\u0435t_item',
  'constructor',
]
const LONG_SQL = `SELECT ${Array.from({ length: 400 }, (_, index) => `c${index}`).join(', ')} FROM t`

const anyArguments = fc
  .record(
    {
      sql: fc.constantFrom('SELECT 1', 'DELETE FROM t', 'SELECT pg_sleep(1)', 'not sql', LONG_SQL, 5, ['SELECT 1']),
      statement: fc.constantFrom('SELECT 2', 'DROP TABLE t'),
      query: fc.constantFrom('socks', 'DELETE FROM t', 'mutation { drop }'),
      action: fc.constantFrom('list', 'send', 'delete', 'obliterate'),
      mode: fc.constantFrom('read', 'delete'),
      command: fc.constantFrom('ls', 'rm -rf /', 'git push --force'),
      path: fc.constantFrom('/srv/a.txt', '/tmp/x/../y', 'HOME/store.db', 'notes/todo.md'),
      table: fc.constantFrom('orders', 'users'),
      to: fc.constantFrom('ana@example.com', 'ana@examp1e.com', 'ana@ex\u0430mple.com', 'x@paypaI.com'),
      note: fc.constantFrom('text', 'te\u202ext', 'a\u200bb'),
      rationale: fc.constant('because it was asked for'),
      confirm: fc.constant(true),
      id: fc.integer({ min: 0, max: 3 }),
      ID: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: [] },
  )
  .map((args) => args as JsonObject)

const anyTool = fc.record({
  name: fc.constantFrom(...TOOL_NAMES),
  declared: fc.subarray(['sql', 'statement', 'query', 'action', 'mode', 'command', 'path', 'table', 'to', 'id']),
  annotations: fc.record(
    { readOnlyHint: fc.boolean(), destructiveHint: fc.boolean(), idempotentHint: fc.boolean() },
    { requiredKeys: [] },
  ),
})

const anyRule = fc.constantFrom(
  sampleRule({ name: 'all medium', risk: 'medium' }),
  sampleRule({ name: 'sql of args', sql: 'args.sql' }),
  sampleRule({ name: 'sql for postgres', sql: 'args.sql', sqlEngine: 'postgres' }),
  sampleRule({ name: 'sends', when: 'args.action == "send"', answer: 'deny' }),
  sampleRule({ name: 'passes', when: 'has(args.table)', answer: 'pass' }),
  sampleRule({ name: 'two people', risk: 'high', quorum: 2 }),
  sampleRule({ name: 'named', approvers: ['ana'], risk: 'medium' }),
  sampleRule({ name: 'as usual', risk: 'medium', assurance: 'identified' }),
  sampleRule({ name: 'chats', when: 'principal == "made-chat"', answer: 'deny' }),
  sampleRule({ name: 'bots', match: { ...MATCH_ANYTHING, principal: ['*-bot'] }, risk: 'high', answer: 'ask' }),
  sampleRule({ name: 'host word', risk: 'medium', assurance: 'host' }),
)

const anyConfig = fc.record({
  profile: fc.constantFrom<PolicyConfig['profile']>('observe', 'relaxed', 'balanced', 'strict'),
  rules: fc.uniqueArray(anyRule, { maxLength: 2, selector: ({ name }) => name }),
  trust: fc.constantFrom<'accept' | 'raise-only'>('accept', 'raise-only'),
  serverRisk: fc.constantFrom<'low' | 'medium' | null>('low', 'medium', null),
  override: fc.constantFrom<'low' | 'high' | null>('low', 'high', null, null),
  auto: fc.boolean(),
})

interface Case {
  readonly tool: { readonly name: string; readonly declared: readonly string[]; readonly annotations: object }
  readonly args: JsonObject
  /** `null`: a host on this account. */
  readonly token: DrawnToken | null
  readonly display: string
}

function policyInForce(parts: Parameters<Parameters<typeof anyConfig.map>[0]>[0], server: string, tool: string) {
  const config: PolicyConfig = {
    ...DEFAULT_CONFIG,
    profile: parts.profile,
    rules: parts.rules,
    tenants: { acme: { ...DEFAULT_TENANT, autoApproveHighRisk: parts.auto } },
    servers: {
      [server]: {
        ...DEFAULT_SERVER,
        annotations: parts.trust,
        risk: parts.serverRisk,
        tools: { [tool]: { ...DEFAULT_TOOL, risk: parts.override } },
      },
    },
  }
  const compiled = compilePolicy(config, {
    sha256,
    protectedPaths: createProtectedPaths({
      userHome: folder,
      holdpointHome: folder,
      configFile: null,
      environment: {},
      workingDirectory: folder,
      otherFolders: [],
    }),
    projects: createProjectFolders(folder),
    conditions: CONDITIONS,
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const inForce: PolicyInForce = {
    file: null,
    config,
    policy: compiled.policy,
    compileOther: () => compiled,
    configHash: hashConfig(config, sha256),
    cheatsheets: {},
    warnings: [],
    unset: {},
    unmetQuorums: () => [],
    unusableChats: () => [],
  }
  return inForce
}

/** What the gate does with the call, and by which ruling. */
async function throughGate(
  { tool, args }: Case,
  caller: Caller,
  server: ServerIdentity,
  { policy }: PolicyInForce,
): Promise<{ readonly ruling: Ruling; readonly passage: Passage }> {
  const store = async () => home.store
  const catalog = createToolCatalog({
    store,
    server,
    client: () => 'host',
    tenant: caller.tenant,
    sha256,
    onDrift: () => {},
  })
  const inputSchema = { type: 'object', properties: Object.fromEntries(tool.declared.map((name) => [name, {}])) }
  const listed = { name: tool.name, inputSchema, annotations: { ...tool.annotations } }
  await catalog.learn([listed], { first: true, last: true })
  const entry = catalog.get(tool.name)
  if (entry === undefined) throw new Error('not in the list')
  const rulings: Ruling[] = []
  const seen: RuleCall = async (...asked) => {
    const ruling = await rule(...asked)
    rulings.push(ruling)
    return ruling
  }
  const gate = createGate({
    store,
    policy: () => policy,
    rule: seen,
    rationale: () => ({ kind: 'off' }),
    sha256,
    now: Date.now,
    newHoldId: () => 'hold-1',
    mayStillGrant: async () => false,
    mayAskAbout: () => false,
    onMissingRationale: () => {},
  })
  const params = { name: tool.name, arguments: args }
  const passage = await gate.judge({
    origin: { ...caller, session: 'session-1', client: CLIENT, server },
    tool: tool.name,
    definition: entry.definition,
    drifted: entry.drifted,
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    arguments: args,
    mayBeView: false,
    round: null,
    about: {},
    readAnew: async () => null,
  })
  const [ruling] = rulings
  if (ruling === undefined) throw new Error('not ruled')
  return { ruling, passage }
}

function kindFor({ answer }: Ruling, passage: Passage): Passage['kind'] {
  if (answer === 'deny') return 'answer'
  // More hidden characters than can be shown are refused, whoever would be asked.
  return answer === 'pass' ? 'pass' : passage.kind === 'answer' ? 'answer' : 'hold'
}

describe('[X12.2] policy explain and the gateway', () => {
  test('say the same of every call: risk, answer, rule, reason, scope and whose word is needed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          tool: anyTool,
          args: anyArguments,
          token: fc.constantFrom(null, ...TOKENS),
          display: fc.constantFrom(...DISPLAYS),
        }),
        anyConfig,
        async (drawn, parts) => {
          const name = `server-${++count}`
          const text = JSON.stringify(drawn.args).replaceAll('HOME', folder)
          const one: Case = { ...drawn, args: JSON.parse(text) as JsonObject }
          const server: ServerIdentity = { name, identity: `id-${count}`, display: one.display, transport: 'stdio' }
          const inForce = policyInForce(parts, name, one.tool.name)
          const { token } = one
          const caller = token === null ? HOST : await callerOf(token.secret)
          const { ruling, passage } = await throughGate(one, caller, server, inForce)
          const asked = await callerNamed(token)
          const explained = await explainCall(
            { caller: asked, server: name, tool: one.tool.name, argumentsText: text, command: null },
            {
              inForce,
              openStore: async () => home.store,
              log: () => {},
              interrupted: new AbortController().signal,
            },
          )
          expect(explained.definition).toBe('seen')
          expect(explained.ruling).toEqual(ruling)
          expect(passage.kind).toBe(kindFor(ruling, passage))
        },
      ),
      { numRuns: 200 },
    )
  }, 120_000)
})
