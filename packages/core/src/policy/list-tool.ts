/**
 * What can be said of a tool without a call: its rating for tool lists, and what the profile makes of that for tables.
 * Arguments may still change it: conditions of rules, SQL, words like `method`. The table says so.
 */
import type { CompiledRule } from './compiled-rule.ts'
import { matchesAnyCaller } from './match.ts'
import type { PolicyConfig, TenantConfig } from './policy-config.ts'
import { askingFor, isGateOff, tenantProfile } from './profiles.ts'
import { describeReading, rateFixedEntry } from './rating/rate-by-pack.ts'
import type { Rating } from './rating/rating.ts'
import { isAbove } from './risk-order.ts'
import type { Answer } from './ruling.ts'
import type { ToolRating } from './rating/tool-rating.ts'
import { say } from '../sentence/say.ts'

export interface ListedRating extends Rating {
  readonly irreversible: boolean
}

export interface ListedAnswer extends ListedRating {
  readonly answer: Answer
  /** How often a person is asked: never, once per session and scope, or each time. */
  readonly asking: 'never' | 'scope' | 'each'
  /** What a call's arguments may still change, in words, or `null`. */
  readonly depends: string | null
  readonly gateOff: boolean
}

function listRating(rating: ToolRating): ListedRating {
  const irreversibleByRule = rating.rules.some((rule) => rule.config.irreversible)
  const found = rating.override ?? rateByUnconditionalRule(rating.rules) ?? listPack(rating) ?? rateByNameAlone(rating)
  return { ...found, irreversible: rating.irreversible || irreversibleByRule }
}

export function listAnswer(rating: ToolRating, config: PolicyConfig, tenant: TenantConfig): ListedAnswer {
  const listed = listRating(rating)
  const rule = unconditionalRule(rating.rules)
  // A tool that was rated by name is not waved through by a rule about many.
  const said = rating.override !== null && rule?.config.answer === 'pass' ? null : (rule?.config.answer ?? null)
  const profile = tenantProfile(config, tenant)
  const usual = askingFor(profile, listed.risk)
  const asking = said === 'ask' || (usual === 'scope' && listed.irreversible) ? 'each' : usual
  const intended = said ?? (asking === 'never' ? 'pass' : 'ask')
  const gateOff = intended === 'ask' && isGateOff(config, tenant) && (profile === 'observe' || said === null)
  const answer = gateOff ? 'pass' : intended
  return {
    ...listed,
    ...(said === null ? {} : { rule: rule?.config.name ?? listed.rule }),
    answer,
    asking: answer === 'ask' ? asking : 'never',
    depends: dependsOn(rating, rule),
    gateOff,
  }
}

function dependsOn(rating: ToolRating, unconditional: CompiledRule | undefined): string | null {
  const before = unconditional === undefined ? rating.rules : rating.rules.slice(0, rating.rules.indexOf(unconditional))
  const rules = before.map((rule) => `"${rule.config.name}"`).join(', ')
  if (before.length > 0) return say(before.length > 1 ? 'rulesMaySayOtherwise' : 'ruleMaySayOtherwise', { rules })
  if (rating.override !== null || unconditional?.config.risk !== undefined) return null
  if (rating.pack !== null) return describeReading(rating.pack)
  const { readArgument } = rating
  if (readArgument === null) return null
  return say(readArgument.kind === 'sql' ? 'callsRatedBySql' : 'callsRatedByWord', { argument: readArgument.name })
}

/**
 * An entry that reads arguments is listed as its name alone would be, so that a tool that mostly reads is not marked.
 */
function listPack(rating: ToolRating): Rating | null {
  if (rating.pack === null) return null
  const fixed = rateFixedEntry(rating.pack)
  const reading = describeReading(rating.pack)
  return fixed ?? { risk: rateByNameAlone(rating).risk, rule: rating.pack.rule, why: reading ?? '' }
}

function unconditionalRule(rules: readonly CompiledRule[]): CompiledRule | undefined {
  return rules.find((rule) => rule.when === null && matchesAnyCaller(rule.config.match))
}

function rateByUnconditionalRule(rules: readonly CompiledRule[]): Rating | null {
  const first = unconditionalRule(rules)
  if (first === undefined) return null
  const { name, risk, sql } = first.config
  if (sql !== null) return { risk: 'high', rule: name, why: say('ruleRatesBySql', { rule: name }) }
  return risk === null ? null : { risk, rule: name, why: say('ruleRates', { rule: name, risk }) }
}

function rateByNameAlone({ verb, raise, fallback }: ToolRating): Rating {
  const rating =
    verb === null ? fallback : { risk: verb.risk, rule: `verb ${verb.verb}`, why: say('nameSays', { verb: verb.verb }) }
  return raise !== null && isAbove(raise.risk, rating.risk) ? raise : rating
}
