/**
 * Expressions in CEL over a fixed set of variables, parsed and type-checked when the configuration is loaded, never
 * when a call waits. The parser is loaded only by configurations that have expressions, since start-up is dear.
 *
 * It refuses `matches`, which runs on backtracking regular expressions that an argument can make slow. `re(text,
 * pattern)` runs on RE2 in linear time instead, with a pattern written into the expression. `cents(amount, currency)`
 * writes money.
 */
import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js'
import type { RE2JS } from 're2js'
import { thrownMessage } from '../thrown-message.ts'

/** What an expression has to give. */
export type CelType = 'truth' | 'text' | 'value'

export type CelVariables = { readonly [name: string]: string }

export type CompiledExpression =
  | { readonly ok: true; readonly evaluate: Evaluate }
  | { readonly ok: false; readonly message: string; readonly suggestion: string | null }

/** Throws where the expression cannot be evaluated (a missing argument, say). */
export type Evaluate = (values: { readonly [name: string]: unknown }) => unknown

export interface CelCompiler {
  compile(expression: string, demand: CelType): CompiledExpression
}

export interface CelLibrary {
  readonly Environment: new (options: { unlistedVariablesAreDyn: boolean }) => Environment
  readonly Re2: typeof RE2JS
}

export async function loadCel(): Promise<CelLibrary> {
  const [cel, re2] = await Promise.all([import('@marcbachmann/cel-js'), import('re2js')])
  return { Environment: cel.Environment, Re2: re2.RE2JS }
}

/** `variables`: name → CEL type. Any other name in an expression is a mistake, and said at load. */
export function createCelCompiler({ Environment: Cel, Re2 }: CelLibrary, variables: CelVariables): CelCompiler {
  const patterns = new Map<string, RE2JS>()
  const environment = new Cel({ unlistedVariablesAreDyn: false })
  for (const [name, type] of Object.entries(variables)) environment.registerVariable(name, type)
  environment.registerFunction('re(string, string): bool', (text: string, pattern: string) => {
    const compiled = patterns.get(pattern)
    if (compiled === undefined) throw new Error('the pattern of re() was not written into the rule')
    return compiled.matcher(text).find()
  })
  environment.registerFunction('cents(dyn, string): string', writeCents)

  const compile = (expression: string, demand: CelType): CompiledExpression => {
    let parsed: ParseResult
    try {
      parsed = environment.parse(expression)
    } catch (error) {
      return refuse(thrownMessage(error))
    }
    const forbidden = findForbidden(parsed.ast, (pattern) => {
      try {
        patterns.set(pattern, Re2.compile(pattern))
        return null
      } catch (error) {
        return thrownMessage(error)
      }
    })
    if (forbidden !== null) return forbidden
    const checked = parsed.check()
    if (!checked.valid) return refuse(thrownMessage(checked.error), suggestionFor(checked.error, variables))
    const wanted = demand === 'truth' ? 'bool' : 'string'
    if (demand !== 'value' && checked.type !== wanted && checked.type !== 'dyn') {
      return refuse(`The expression gives ${checked.type ?? 'nothing'}, not ${wanted}.`)
    }
    return { ok: true, evaluate: (values) => parsed(values) as unknown }
  }
  return { compile }
}

/** `cents(69300, "EUR")` is `EUR 693.00`. Whole numbers only: half a cent is a mistake. */
function writeCents(amount: unknown, currency: string): string {
  const whole = typeof amount === 'bigint' ? amount : Number.isSafeInteger(amount) ? BigInt(amount as number) : null
  if (whole === null) throw new Error('cents() wants a whole number')
  const digits = String(whole < 0n ? -whole : whole).padStart(3, '0')
  return `${currency} ${whole < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function findForbidden(ast: ASTNode, learnPattern: (pattern: string) => string | null): CompiledExpression | null {
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

function suggestionFor(error: unknown, variables: CelVariables): string | null {
  if (!thrownMessage(error).startsWith('Unknown variable')) return null
  return `the variables are ${Object.keys(variables).join(', ')}`
}

function refuse(message: string, suggestion: string | null = null): CompiledExpression {
  return { ok: false, message, suggestion }
}
