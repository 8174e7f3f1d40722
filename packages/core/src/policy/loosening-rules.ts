/**
 * What a new list of rules would loosen. The first match wins, so order and gaps matter: a rule may be added only if it
 * denies and removed only if it let pass; all others have to stand in the same order and may only get stricter.
 */
import { canonicalize } from '../json/canonical.ts'
import type { JsonValue } from '../json/json-value.ts'
import { say } from '../sentence/say.ts'
import {
  isLonger,
  looserApprovers,
  looserAssurance,
  looserQuorum,
  looserRails,
  looserRiskOverride,
  shorterWindow,
  undoWindows,
} from './looser.ts'
import type { UndoWindows } from './looser.ts'
import type { PolicyConfig, RuleConfig, TenantConfig } from './policy-config.ts'
import type { Answer } from './ruling.ts'

const SEVERITY: { readonly [answer in Answer]: number } = { pass: 0, ask: 1, deny: 2 }

export function loosensRules(configBefore: PolicyConfig, configAfter: PolicyConfig): string[] {
  const before = configBefore.rules
  const after = configAfter.rules
  const tenants = Object.values(configBefore.tenants)
  const windows = { before: undoWindows(configBefore.undoWindowMs), after: undoWindows(configAfter.undoWindowMs) }
  const namesBefore = new Set(before.map((rule) => rule.name))
  const namesAfter = new Set(after.map((rule) => rule.name))
  const added = after.filter((rule) => !namesBefore.has(rule.name) && rule.answer !== 'deny')
  const removed = before.filter((rule) => !namesAfter.has(rule.name) && !letsPass(rule))
  const kept = before.filter((rule) => namesAfter.has(rule.name))
  const keptAfter = after.filter((rule) => namesBefore.has(rule.name))
  const changes = [
    ...added.map((rule) => say('ruleNew', { rule: rule.name })),
    ...removed.map((rule) => say('ruleGone', { rule: rule.name })),
  ]
  for (const [index, rule] of kept.entries()) {
    const next = keptAfter[index]
    if (next === undefined || next.name !== rule.name) return [...changes, say('rulesReordered')]
    changes.push(...loosensRule(rule, next, tenants, windows))
  }
  return changes
}

/** What holds where a rule says nothing of it. */
interface Windows {
  readonly before: UndoWindows
  readonly after: UndoWindows
}

function loosensRule(
  before: RuleConfig,
  after: RuleConfig,
  tenants: readonly TenantConfig[],
  windows: Windows,
): string[] {
  const differs = (pick: (rule: RuleConfig) => unknown): boolean => spell(pick(before)) !== spell(pick(after))
  const looser =
    (differs(({ match, when, sql, sqlEngine }) => [match, when, sql, sqlEngine]) && 'ruleMatchesOthers') ||
    (after.sqlFunctions.some((name) => !before.sqlFunctions.includes(name)) && 'ruleTrustsFunctions') ||
    (looserAnswer(before, after) && 'ruleAnswersLess') ||
    (after.answer !== 'deny' && loosensDecision(before, after, tenants, windows))
  return looser === false ? [] : [say(looser, { rule: before.name })]
}

/** The sentence of what became looser in deciding. */
type LooserDecision =
  | 'ruleRatesLower'
  | 'ruleRailsMore'
  | 'rulePeopleMore'
  | 'ruleApprovalsFewer'
  | 'ruleAssuranceLess'
  | 'ruleCodeNoLonger'
  | 'ruleNoLongerIrreversible'
  | 'ruleQuestionsLonger'
  | 'ruleUndoWindowShorter'

function loosensDecision(
  before: RuleConfig,
  after: RuleConfig,
  tenants: readonly TenantConfig[],
  windows: Windows,
): LooserDecision | false {
  return (
    (looserRiskOverride(before.risk, after.risk) && 'ruleRatesLower') ||
    (looserRails(before.rails, after.rails) && 'ruleRailsMore') ||
    (insteadOf(before, after, tenants, 'approvers').some((old) => looserApprovers(old, after.approvers)) &&
      'rulePeopleMore') ||
    (insteadOf(before, after, tenants, 'quorum').some((old) => looserQuorum(old, after.quorum)) &&
      'ruleApprovalsFewer') ||
    (insteadOf(before, after, tenants, 'assurance').some((old) => looserAssurance(old, after.assurance)) &&
      'ruleAssuranceLess') ||
    (before.code === 'always' && after.code === null && 'ruleCodeNoLonger') ||
    (before.irreversible && !after.irreversible && 'ruleNoLongerIrreversible') ||
    (looserDeadline(before.ttlMs, after.ttlMs) && 'ruleQuestionsLonger') ||
    (shorterWindow(before.undoWindowMs, after.undoWindowMs, windows) && 'ruleUndoWindowShorter')
  )
}

/** What held before: the rule's own word, or, where it had none, whatever a tenant says. */
function insteadOf<K extends 'approvers' | 'quorum' | 'assurance'>(
  before: RuleConfig,
  after: RuleConfig,
  tenants: readonly TenantConfig[],
  key: K,
): readonly (RuleConfig[K] | TenantConfig[K])[] {
  if (before[key] !== null) return [before[key]]
  return after[key] === null ? [] : [null, ...tenants.map((tenant) => tenant[key])]
}

function looserAnswer(before: RuleConfig, after: RuleConfig): boolean {
  if (before.answer === after.answer) return false
  // No answer of its own means pass or ask, by risk and profile.
  if (before.answer === null) return after.answer === 'pass'
  if (after.answer === null) return before.answer !== 'pass'
  return SEVERITY[after.answer] < SEVERITY[before.answer]
}

function looserDeadline(before: number | null, after: number | null): boolean {
  if (before === after) return false
  return before === null || after === null || isLonger(before, after)
}

/** Nothing else can be looser than what such a rule did. */
function letsPass({ answer, rails, approvers, quorum, assurance, code, undoWindowMs }: RuleConfig): boolean {
  // Where the call's own rating asks all the same, the rest of the rule counts.
  const demands = [rails, approvers, quorum, assurance, code, undoWindowMs]
  return answer === 'pass' && demands.every((demand) => demand === null)
}

function spell(value: unknown): string {
  return canonicalize(value as JsonValue)
}
