/** Calls, tools and policies for the policy tests. */
import type { Call, ToolAnnotations, ToolDefinition } from '../src/call/call.ts'
import type { JsonObject } from '../src/json/json-value.ts'
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  DEFAULT_TOOL,
  loadConditions,
  MATCH_ANYTHING,
  NO_PROJECTS,
} from '../src/policy/index.ts'
import type {
  Policy,
  PolicyConfig,
  PolicyEnvironment,
  ProtectedPaths,
  RuleConfig,
  RuleContext,
} from '../src/policy/index.ts'
import { sha256 } from '@holdpoint/testing'

export { sha256 }

export const WRAP: RuleContext = { now: Date.parse('2026-11-15T12:00:00Z'), mode: 'wrap', sql: null }
export const SERVE: RuleContext = { ...WRAP, mode: 'serve' }

/** Stands for the real one, which needs a file system: whatever names the vault leads there. */
export const VAULT: ProtectedPaths = { leadsIntoProtected: (text) => (text.includes('/vault') ? 'the vault' : null) }

export function sampleCall(tool: string, args: JsonObject = {}, parts: Partial<Call> = {}): Call {
  const argumentsText = JSON.stringify(args)
  return {
    tenant: 'default',
    principal: 'agent',
    client: { name: 'host', version: '1' },
    session: 'session-1',
    server: { name: 'crm', identity: 'identity-1', display: 'npx some-crm-server', transport: 'stdio' },
    tool,
    argumentsText,
    arguments: args,
    digest: sha256(argumentsText),
    rationale: null,
    ...parts,
  }
}

export function sampleTool(
  name: string,
  annotations: ToolAnnotations = {},
  properties: readonly string[] = [],
): ToolDefinition {
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property, {}])),
  }
  return {
    name,
    title: null,
    description: null,
    inputSchema: schema,
    outputSchema: null,
    annotations,
    hash: sha256(JSON.stringify([name, schema, annotations])),
    textHash: '',
  }
}

export function sampleRule(parts: Partial<RuleConfig> & { readonly name: string }): RuleConfig {
  return {
    match: MATCH_ANYTHING,
    when: null,
    sql: null,
    sqlEngine: null,
    sqlFunctions: [],
    risk: null,
    answer: null,
    rails: null,
    approvers: null,
    quorum: null,
    assurance: null,
    irreversible: false,
    ttlMs: null,
    undoWindowMs: null,
    ...parts,
  }
}

export function sampleConfig(parts: Partial<PolicyConfig> = {}): PolicyConfig {
  return { ...DEFAULT_CONFIG, ...parts }
}

export function withTool(
  name: string,
  tool: Partial<PolicyConfig['servers'][string]['tools'][string]>,
): PolicyConfig['servers'] {
  return {
    crm: {
      ...DEFAULT_SERVER,
      tools: { [name]: { ...DEFAULT_TOOL, ...tool } },
    },
  }
}

export const CONDITIONS: PolicyEnvironment['conditions'] = await loadConditions()

export function policyOf(parts: Partial<PolicyConfig> = {}): Policy {
  const result = compilePolicy(sampleConfig(parts), {
    sha256,
    protectedPaths: VAULT,
    projects: NO_PROJECTS,
    conditions: CONDITIONS,
  })
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'))
  return result.policy
}
