/**
 * From rating to ruling: the answer by rule and profile, who has to decide it, and what overrides everything (a deny by
 * rule, self-protection). Where anything fails on the way, the answer is to ask.
 */
import type { Call } from '../call/call.ts'
import { suffices } from '../hold/assurance.ts'
import type { KnownNames } from '../confusable/known-names.ts'
import { findConfusables } from './rating/confusable-names.ts'
import type { PolicyConfig, RuleConfig, TenantConfig } from './policy-config.ts'
import { askingFor, isGateOff, tenantProfile } from './profiles.ts'
import { rateByPack } from './rating/rate-by-pack.ts'
import { findRule, rateByRule, rateCallItself } from './rating/rate-call.ts'
import type { CallFacts, Notes } from './rating/rate-call.ts'
import type { Rating } from './rating/rating.ts'
import { isAbove } from './risk-order.ts'
import type { Answer, Assurance, Ruling } from './ruling.ts'
import { runsWhatItIsGiven } from './rating/runs-what-it-is-given.ts'
import { scopeOf } from './scope.ts'
import type { ProjectFolders, ScopeGrain } from './scope.ts'
import { TOO_LARGE, rateSelfProtection } from './rating/self-protection.ts'
import type { ProtectedPaths } from './rating/self-protection.ts'
import type { ToolRating } from './rating/tool-rating.ts'
import { say } from '../sentence/say.ts'
import { findLookAlikes, nameLookAlikes } from '../json/look-alike-members.ts'
import { hasRaisingCharacters } from '../preview/visible-text.ts'
import { firstInStrings } from './rating/argument-strings.ts'
import { lookAtArguments } from './rating/plain-arguments.ts'
import { thrownMessage } from '../thrown-message.ts'

export interface CallToAnswer {
  readonly config: PolicyConfig
  readonly tenant: TenantConfig
  readonly rating: ToolRating
  readonly facts: CallFacts
  readonly mode: 'wrap' | 'serve'
  readonly protectedPaths: ProtectedPaths
  readonly projects: ProjectFolders
  readonly known: KnownNames
  readonly notes: Notes
}

/** What was found out about a call, before the profile has its say. */
interface Findings {
  readonly rating: Rating
  readonly rule: RuleConfig | null
  /** The rule's own answer, where it stands. */
  readonly answer: Answer | null
  /** No setting and no grant lets this pass: self-protection. */
  readonly guarded: boolean
  /** What the question is marked with. */
  readonly warnings: readonly string[]
}

export function answerCall(question: CallToAnswer): Ruling {
  let findings: Findings
  try {
    findings = investigate(question)
  } catch (error) {
    const why = say('policyFailed', { error: thrownMessage(error) })
    findings = {
      rating: { risk: 'high', rule: 'evaluation error', why },
      rule: null,
      answer: 'ask',
      guarded: false,
      warnings: [],
    }
  }
  return toRuling(question, findings)
}

function investigate({ rating: tool, facts, notes, protectedPaths, known }: CallToAnswer): Findings {
  const found = findRule(tool.rules, facts, notes)
  const rule = found.kind === 'none' ? null : found.rule.config
  const guarded = rateSelfProtection(facts.call, protectedPaths)
  const { rating: confusable, warnings } = findConfusables(facts.call, known)
  if (guarded === TOO_LARGE && !(found.kind === 'matched' && found.rule.config.answer === 'deny')) {
    notes?.push(`Raised: ${guarded.why}`)
    return { rating: guarded, rule, answer: 'ask', guarded: true, warnings }
  }
  const hidden = rateHidden(facts.call) ?? confusable

  let rating: Rating
  let answer = found.kind === 'matched' ? found.rule.config.answer : null
  if (found.kind === 'failed') {
    rating = { risk: 'high', rule: found.rule.config.name, why: found.why }
    answer = 'ask'
  } else if (tool.override !== null) {
    rating = tool.override
    // A tool that was rated by name is not waved through by a rule about many.
    if (answer === 'pass') answer = null
  } else {
    const byRule = found.kind === 'matched' ? rateByRule(found.rule, facts) : null
    rating = byRule ?? (tool.pack === null ? rateCallItself(tool, facts, notes) : rateByPack(tool.pack, facts))
  }
  notes?.push(`Rated ${rating.risk} by ${rating.rule}: ${rating.why}`)
  if (answer !== null && rule !== null && found.kind === 'matched') {
    rating = {
      risk: rating.risk,
      rule: rule.name,
      why: say('ruleAnswers', { rule: rule.name, answer, why: rating.why }),
    }
  }

  const demand = facts.call.demand?.risk ?? null
  if (demand !== null && answer !== 'deny') {
    if (isAbove(demand, rating.risk)) {
      notes?.push(`Raised: its author rates it ${demand}.`)
      rating = { risk: demand, rule: 'author', why: say('authorRates', { risk: demand }) }
    }
    // A rule about many calls does not wave through what the author of this one wants to have asked.
    if (answer === 'pass' && demand !== 'low') answer = null
  }

  if (hidden !== null && (isAbove('high', rating.risk) || answer === 'pass')) {
    notes?.push(`Raised: ${hidden.why}`)
    if (answer !== 'deny') rating = hidden
    if (answer === 'pass') answer = null
  }
  if (guarded !== null && answer !== 'deny') {
    notes?.push(`Raised: ${guarded.why}`)
    return { rating: guarded, rule, answer: 'ask', guarded: true, warnings }
  }
  return { rating, rule, answer, guarded: false, warnings }
}

function toRuling({ config, tenant, rating: tool, facts, mode, projects }: CallToAnswer, findings: Findings): Ruling {
  const { rating, rule, guarded } = findings
  const irreversible = tool.irreversible || (rule?.irreversible ?? false) || facts.call.demand?.irreversible === true
  const profile = tenantProfile(config, tenant)
  const asking = findings.answer === 'ask' ? 'each' : askingFor(profile, rating.risk)
  const intended: Answer = findings.answer ?? (asking === 'never' ? 'pass' : 'ask')
  // A rule that asks in so many words outlives `auto_approve_high_risk`; in `observe` nothing but self-protection
  // holds.
  const letPass =
    intended === 'ask' && !guarded && isGateOff(config, tenant) && (profile === 'observe' || findings.answer === null)
  const answer: Answer = letPass ? 'pass' : intended
  const quorum = rule?.quorum ?? tenant.quorum ?? 1
  const ruling: { -readonly [member in keyof Ruling]: Ruling[member] } = {
    risk: rating.risk,
    answer,
    rule: rating.rule,
    why: rating.why,
    rails: rule?.rails ?? null,
    approvers: rule?.approvers ?? tenant.approvers,
    quorum,
    assurance: assuranceFor(rule?.assurance ?? tenant.assurance, mode, quorum),
    irreversible,
    grantable: answer === 'ask' && !guarded && !irreversible,
    // What cannot be undone is asked each time, whatever its tier.
    scope:
      answer === 'ask' && asking === 'scope' && !irreversible && !namesDeciders(rule, tenant, mode)
        ? scopeFor(facts.call, projects, grainOf(tool, rating))
        : null,
    gateOff: letPass,
    decideWithinMs: rule?.ttlMs ?? config.ttlMs,
    executeWithinMs: config.executeWithinMs,
    undoWindowMs: tool.undoWindowMs ?? rule?.undoWindowMs ?? config.undoWindowMs,
    declineSticksMs: config.declineSticksMs,
  }
  if (rule?.code === 'always') ruling.code = 'always'
  if (letPass && profile !== 'observe') ruling.autoApproved = true
  if (rule !== null && ruling.decideWithinMs < config.ttlMs) ruling.deadlineRule = rule.name
  if (findings.warnings.length > 0) ruling.warnings = findings.warnings
  return ruling
}

/**
 * A tool that runs what it is given has no scope where nothing in the call looks like a place: it would be every
 * command.
 */
function scopeFor(call: Call, projects: ProjectFolders, grain: ScopeGrain): string | null {
  const scope = scopeOf(call, projects, grain)
  return grain === 'place' && scope === scopeOf(call, projects, 'tool') && runsWhatItIsGiven(call) ? null : scope
}

/**
 * How finely the scope is cut: as the pack says where it is the pack that rates, else by every place in the arguments.
 */
function grainOf({ pack }: ToolRating, rating: Rating): ScopeGrain {
  if (pack === null || rating.rule !== pack.rule || typeof pack.entry === 'string' || !('once' in pack.entry)) {
    return 'place'
  }
  return pack.entry.once
}

/** In `wrap` the person sits at the host; in `serve` the host's word arrives on the agent's own token. */
function assuranceFor(demanded: Assurance | null, mode: 'wrap' | 'serve', quorum: number): Assurance {
  const assurance = demanded ?? usualAssurance(mode)
  // The host's word counts as one person, so several people need names.
  return quorum > 1 && !suffices(assurance, 'identified') ? 'identified' : assurance
}

function usualAssurance(mode: 'wrap' | 'serve'): Assurance {
  return mode === 'serve' ? 'identified' : 'host'
}

/**
 * Whether a rule says who decides, or how. Such a call is asked each time: else an approval that another person gave for the
 * same scope, before the rule matched, would also count for the people it names.
 */
function namesDeciders(rule: RuleConfig | null, tenant: TenantConfig, mode: 'wrap' | 'serve'): boolean {
  if (rule === null) return false
  if (rule.approvers !== null || rule.rails !== null || rule.code !== null) return true
  if (rule.quorum !== null && (rule.quorum > 1 || rule.quorum !== (tenant.quorum ?? 1))) return true
  return rule.assurance !== null && rule.assurance !== (tenant.assurance ?? usualAssurance(mode))
}

/**
 * What makes arguments other than they look, anywhere in them, makes a call high: characters that people cannot see but
 * programs obey, and two members whose names look alike.
 */
const HIDDEN: Rating = {
  risk: 'high',
  rule: 'hidden characters',
  why: say('hiddenCharacters'),
}

function rateHidden(call: Call): Rating | null {
  if (!lookAtArguments(call.arguments).plain) {
    const hidden = firstInStrings(call.arguments, (text) => (hasRaisingCharacters(text) ? HIDDEN : null))
    if (hidden !== null) return hidden
  }
  const alike = findLookAlikes(call.arguments)
  return alike === null
    ? null
    : { risk: 'high', rule: 'look-alike names', why: say('lookAlikeNames', nameLookAlikes(alike)) }
}
