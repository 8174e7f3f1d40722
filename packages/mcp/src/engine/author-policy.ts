/**
 * The policy of a server that confirms its own tools: a confirmed tool is rated as its author says, and asked. Arguments can raise that (hidden characters, paths into
 * our own settings), nothing lowers it. Nothing else of the server is judged here.
 */
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_RULE,
  DEFAULT_SERVER,
  DEFAULT_TOOL,
  NO_PROJECTS,
  NOTHING_PROTECTED,
} from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import type { GatewayPolicy } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store/sha256'
import type { HoldpointOptions } from '../holdpoint-options.ts'

export interface ToolDemand {
  readonly risk: 'medium' | 'high'
  readonly irreversible: boolean
}

/** Compiled anew when a tool is added: servers made per request add the same ones again. */
export function createAuthorPolicy(
  options: HoldpointOptions,
  demands: ReadonlyMap<string, ToolDemand>,
): () => GatewayPolicy {
  let known: { readonly of: string; readonly policy: GatewayPolicy } | null = null
  return () => {
    const of = JSON.stringify([...demands])
    if (known?.of !== of) known = { of, policy: compile(options, demands) }
    return known.policy
  }
}

function compile(options: HoldpointOptions, demands: ReadonlyMap<string, ToolDemand>): GatewayPolicy {
  const tools = [...demands].map(([name, { risk, irreversible }]) => [name, { ...DEFAULT_TOOL, risk, irreversible }])
  const config: PolicyConfig = {
    ...DEFAULT_CONFIG,
    profile: options.profile ?? 'balanced',
    wait: options.waitMs ?? 'auto',
    undoWindowMs: options.undoWindowMs ?? null,
    rationale: { kind: options.rationale ?? 'off' },
    feedback: options.feedback ?? false,
    // What the author does not confirm is theirs: it passes, and stands in lists as they wrote it.
    rules: [{ ...DEFAULT_RULE, name: 'not confirmed', risk: 'low', answer: 'pass' }],
    servers: { [options.server]: { ...DEFAULT_SERVER, annotations: 'raise-only', tools: Object.fromEntries(tools) } },
  }
  const surroundings = { sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS, conditions: null }
  const compiled = compilePolicy(config, surroundings)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join(' '))
  return { policy: compiled.policy, config }
}
