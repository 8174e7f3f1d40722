/**
 * Conditions in CEL: `when` and `sql:` of rules. They are parsed and type-checked when the configuration is loaded, never
 * when a call waits. The parser is loaded only by configurations that have conditions, since start-up is dear.
 *
 * It refuses `matches`, which runs on backtracking regular expressions that an argument can make slow. `re(text, pattern)`
 * runs on RE2 in linear time instead, with a pattern written into the rule.
 */
import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js'
import type { RE2JS } from 're2js'
import type { Call, ToolDefinition } from '../call/call.ts'
import type { PolicyConfig } from './policy-config.ts'

export interface ConditionCompiler {
  compile(expression: string, demand: ConditionType): CompiledCondition
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
  return config.rules.some((rule) => rule.when !== null || rule.sql !== null)
}

export async function loadConditions(): Promise<ConditionCompiler> {
  const [cel, re2] = await Promise.all([import('@marcbachmann/cel-js'), import('re2js')])
  return createConditionCompiler(cel.Environment, re2.RE2JS)
}

function createConditionCompiler(
  CelEnvironment: new (options: { unlistedVariablesAreDyn: boolean }) => Environment,
  Re2: typeof RE2JS,
): ConditionCompiler {
  const patterns = new Map<string, RE2JS>()
  const environment = new CelEnvironment({ unlistedVariablesAreDyn: false })
  for (const [name, type] of Object.entries(VARIABLES)) environment.registerVariable(name, type)
  environment.registerFunction('re(string, string): bool', (text: string, pattern: string) => {
    const compiled = patterns.get(pattern)
    if (compiled === undefined) throw new Error('the pattern of re() was not written into the rule')
    return compiled.matcher(text).find()
  })

  const compile = (expression: string, demand: ConditionType): CompiledCondition => {
    let parsed: ParseResult
    try {
      parsed = environment.parse(expression)
    } catch (error) {
      return refuse(messageOf(error))
    }
    const forbidden = findForbidden(parsed.ast, (pattern) => {
      try {
        patterns.set(pattern, Re2.compile(pattern))
        return null
      } catch (error) {
        return messageOf(error)
      }
    })
    if (forbidden !== null) return forbidden
    const checked = parsed.check()
    if (!checked.valid) return refuse(messageOf(checked.error), suggestionFor(checked.error))
    const wanted = demand === 'truth' ? 'bool' : 'string'
    if (checked.type !== wanted && checked.type !== 'dyn') {
      return refuse(`The expression gives ${checked.type ?? 'nothing'}, not ${wanted}.`)
    }
    return { ok: true, condition: (facts) => parsed(toVariables(facts)) as unknown }
  }
  return { compile }
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

function findForbidden(ast: ASTNode, learnPattern: (pattern: string) => string | null): CompiledCondition | null {
  for (const node of nodesOf(ast)) {
    if (node.op !== 'call' && node.op !== 'rcall') continue
    const name = node.args[0]
    if (name === 'matches') {
      return refuse(
        `"matches" is not allowed: its regular expressions can be made slow by an argument.\n\n${pointAt(node)}`,
        'use re(text, "pattern"), which runs in linear time',
      )
    }
    if (name !== 're' || node.op !== 'call') continue
    const pattern = node.args[1][1]
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string') {
      return refuse(
        `The pattern of re() is to be written into the rule.\n\n${pointAt(node)}`,
        're(args.text, "^pattern$")',
      )
    }
    const problem = learnPattern(pattern.args)
    if (problem !== null) return refuse(`${problem}\n\n${pointAt(pattern)}`)
  }
  return null
}

function* nodesOf(value: unknown): Generator<ASTNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item)
  } else if (isNode(value)) {
    yield value
    yield* nodesOf(value.args)
  }
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

/** The line of the expression with a caret, as the parser's own errors have it. */
function pointAt(node: ASTNode): string {
  const lineStart = node.input.lastIndexOf('\n', node.start - 1) + 1
  const lineEnd = node.input.indexOf('\n', node.start)
  const line = node.input.slice(lineStart, lineEnd === -1 ? undefined : lineEnd)
  return `    ${line}\n    ${' '.repeat(node.start - lineStart)}^`
}

function suggestionFor(error: unknown): string | null {
  if (!messageOf(error).startsWith('Unknown variable')) return null
  return `the variables are ${Object.keys(VARIABLES).join(', ')}`
}

function refuse(message: string, suggestion: string | null = null): CompiledCondition {
  return { ok: false, message, suggestion }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
