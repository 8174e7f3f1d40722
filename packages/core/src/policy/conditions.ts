/**
 * Conditions in CEL: `when` and `sql:` of rules, and the expressions of recipes. They are compiled when the
 * configuration is loaded; a configuration without any does not load the parser.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import { createCelCompiler, loadCel } from './cel.ts'
import type { CelCompiler } from './cel.ts'
import type { PolicyConfig } from './policy-config.ts'

export interface ConditionCompiler {
  compile(expression: string, demand: ConditionType): CompiledCondition
  /** For expressions over other variables than a rule's. */
  over(variables: { readonly [name: string]: string }): CelCompiler
}

/** What an expression has to give. */
export type ConditionType = 'truth' | 'text'

export type CompiledCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly message: string; readonly suggestion: string | null }

/** Throws where the expression cannot be evaluated (a missing argument, say): the caller asks then. */
export type Condition = (facts: ConditionFacts) => unknown

export interface ConditionFacts {
  readonly call: Call
  readonly tool: ToolDefinition | null
  /** Milliseconds since 1970. */
  readonly now: number
}

const VARIABLES: { readonly [name: string]: string } = {
  args: 'map<string, dyn>',
  call: 'map<string, dyn>',
  tool: 'map<string, dyn>',
  tenant: 'string',
  principal: 'string',
  session: 'string',
  now: 'google.protobuf.Timestamp',
}

export function needsConditions(config: PolicyConfig): boolean {
  const tools = Object.values(config.servers).flatMap((server) => Object.values(server.tools))
  return (
    config.rules.some((rule) => rule.when !== null || rule.sql !== null) ||
    tools.some((tool) => tool.preview !== null || tool.undo !== null)
  )
}

export async function loadConditions(): Promise<ConditionCompiler> {
  const library = await loadCel()
  const rules = createCelCompiler(library, VARIABLES)
  return {
    compile(expression, demand) {
      const compiled = rules.compile(expression, demand)
      if (!compiled.ok) return compiled
      return { ok: true, condition: (facts) => compiled.evaluate(toVariables(facts)) }
    },
    over: (variables) => createCelCompiler(library, variables),
  }
}

function toVariables({ call, tool, now }: ConditionFacts): { readonly [name: string]: unknown } {
  return {
    args: call.arguments,
    call: {
      tool: call.tool,
      server: call.server.name,
      client: call.client.name,
      client_version: call.client.version,
      tenant: call.tenant,
      principal: call.principal,
      session: call.session,
      rationale: call.rationale,
    },
    tool: { name: call.tool, title: tool?.title ?? null, annotations: tool?.annotations ?? {} },
    tenant: call.tenant,
    principal: call.principal,
    session: call.session,
    now: new Date(now),
  }
}
