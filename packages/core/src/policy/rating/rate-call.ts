/**
 * The rating order: tool override, rules, packs, then the call itself (SQL arguments, the highest verb in name and
 * action-like arguments, annotations), the server's default; what nothing rates is high. Hidden characters raise
 * whatever came out. It decides no answer: that is the profile's part, in `compile-policy.ts`.
 */
import type { Call, ToolDefinition } from '../../call/call.ts'
import type { JsonValue } from '../../json/json-value.ts'
import type { SqlReader } from '../../sql/sql-reader.ts'
import { findActionVerb } from './action-arguments.ts'
import type { ActionFinding } from './action-arguments.ts'
import type { CompiledRule } from '../compiled-rule.ts'
import { matchesCaller } from '../match.ts'
import { raiseBySqlQuery } from './query-argument.ts'
import type { Rating } from './rating.ts'
import { isAbove } from '../risk-order.ts'
import { rateSqlArguments, rateSqlText } from './sql-arguments.ts'
import { isByLetters, rateByVerb } from './tool-rating.ts'
import type { ToolRating } from './tool-rating.ts'
import { higherVerb } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'
import { say } from '../../sentence/say.ts'
import { thrownMessage } from '../../thrown-message.ts'

export interface CallFacts {
  readonly call: Call
  readonly tool: ToolDefinition | null
  readonly now: number
  readonly sql: SqlReader | null
}

export type RuleFinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'matched'; readonly rule: CompiledRule }
  /** The condition could not be evaluated: whether the rule matches this call is unknown, so a person is asked. */
  | { readonly kind: 'failed'; readonly rule: CompiledRule; readonly why: string }

/** Takes down what each rater said, for explanations. */
export type Notes = string[] | null

export function findRule(rules: readonly CompiledRule[], facts: CallFacts, notes: Notes): RuleFinding {
  for (const rule of rules) {
    if (!matchesCaller(rule.config.match, facts.call)) continue
    if (rule.when === null) return { kind: 'matched', rule }
    let held: unknown
    try {
      held = rule.when(facts)
    } catch (error) {
      return {
        kind: 'failed',
        rule,
        why: say('conditionFailed', { rule: rule.config.name, error: firstLine(error) }),
      }
    }
    if (held === true) return { kind: 'matched', rule }
    if (held !== false) {
      return { kind: 'failed', rule, why: say('conditionUnclear', { rule: rule.config.name }) }
    }
    notes?.push(`Rule "${rule.config.name}": its condition is false.`)
  }
  return { kind: 'none' }
}

/** The rating a matched rule gives by itself, or `null` where it only says who decides. */
export function rateByRule(rule: CompiledRule, facts: CallFacts): Rating | null {
  const { name, risk, sqlEngine, sqlFunctions } = rule.config
  if (rule.sql !== null) {
    try {
      const context = { engine: sqlEngine, functions: sqlFunctions }
      return { ...rateSqlText(rule.sql(facts) as JsonValue, facts.sql, context), rule: name }
    } catch (error) {
      return { risk: 'high', rule: name, why: say('ruleSqlMissing', { rule: name, error: firstLine(error) }) }
    }
  }
  return risk === null ? null : { risk, rule: name, why: say('ruleRates', { rule: name, risk }) }
}

export function rateCallItself(tool: ToolRating, facts: CallFacts, notes: Notes): Rating {
  const sql = rateSqlArguments(facts.call, facts.tool, facts.sql)
  if (sql !== null && sql.rating.risk === 'high') return sql.rating
  const raisedByQuery = raiseBySqlQuery(facts.call, facts.sql)
  if (raisedByQuery !== null) return raisedByQuery
  const readsBySql = sql !== null && sql.declared
  const action = findActionVerb(facts.call, facts.tool)
  const verb = verbOfCall(tool, action, readsBySql)
  if (readsBySql && (verb === null || verb.kind === 'read')) {
    // A tool that runs any SQL says of itself that it may destroy; the statement at hand says more than the annotation.
    if (tool.raise !== null && isByLetters(tool.raise)) return tool.raise
    return action?.verb.kind === 'carry' ? sql.rating : higherRating(sql.rating, rateByVerb(action?.verb ?? null))
  }
  if (sql !== null) notes?.push(`SQL: ${sql.rating.why}`)
  const rating = higherRating(
    (verb === tool.verb ? tool.byVerb : rateByVerb(verb)) ?? tool.fallback,
    rateByVerb(action?.verb ?? null),
  )
  if (tool.raise === null || !isAbove(tool.raise.risk, rating.risk)) return rating
  notes?.push(`Before the annotations: ${rating.risk} (${rating.rule}).`)
  return tool.raise
}

/** The highest verb of name and action, less what SQL that only reads takes away. */
function verbOfCall(tool: ToolRating, action: ActionFinding | null, readsBySql: boolean): VerbFinding | null {
  const name = readsBySql && tool.verb?.kind === 'carry' ? null : tool.verb
  // An action that the schema does not know may raise the name's verb; alone it rates nothing.
  if (action === null || (name === null && !action.declared && action.verb.risk !== 'high')) return name
  if (readsBySql && action.verb.kind === 'carry') return name
  return higherVerb(name, action.verb)
}

/** What the arguments say counts above a server's word or default, too. */
function higherRating(rating: Rating, other: Rating | null): Rating {
  return other !== null && isAbove(other.risk, rating.risk) ? other : rating
}

function firstLine(error: unknown): string {
  const message = thrownMessage(error)
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '')
}
