/** Calls, tools and policies for the policy tests. */
import type { Call, ToolAnnotations, ToolDefinition } from '../../src/call/call.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { compilePolicy, DEFAULT_SERVER, DEFAULT_TOOL, loadConditions, NO_PROJECTS } from '../../src/policy/index.ts'
import type { Policy, PolicyConfig, PolicyEnvironment, ProtectedPaths, RuleContext } from '../../src/policy/index.ts'
import { sampleCall as callLike, sampleConfig, sampleRule, sampleTool as toolLike, sha256 } from '@holdpoint/testing'

export { sampleConfig, sampleRule, sha256 }

export const WRAP: RuleContext = { now: Date.parse('2026-11-15T12:00:00Z'), mode: 'wrap', sql: null }
export const SERVE: RuleContext = { ...WRAP, mode: 'serve' }

/** Stands for the real one, which needs a file system: whatever names the vault leads there. */
export const VAULT: ProtectedPaths = { leadsIntoProtected: (text) => (text.includes('/vault') ? 'the vault' : null) }

/** Of an agent on another server than the other samples: by its tool and its arguments. */
export function sampleCall(tool: string, args: JsonObject = {}, parts: Partial<Call> = {}): Call {
  return callLike({
    principal: 'agent',
    client: { name: 'host', version: '1' },
    server: { name: 'crm', identity: 'identity-1', display: 'npx some-crm-server', transport: 'stdio' },
    tool,
    arguments: args,
    rationale: null,
    ...parts,
  })
}

/** By its name, its annotations and the names of its arguments. */
export function sampleTool(
  name: string,
  annotations: ToolAnnotations = {},
  properties: readonly string[] = [],
): ToolDefinition {
  const inputSchema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property, {}])),
  }
  return toolLike({ name, annotations, inputSchema })
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
