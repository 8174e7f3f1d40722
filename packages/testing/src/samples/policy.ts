/** Parts of a policy: a rule that says nothing yet, a configuration with all that is usual, conditions and paths. */
import { DEFAULT_CONFIG, MATCH_ANYTHING } from '@holdpoint/core/policy'
import type { PolicyConfig, RuleConfig } from '@holdpoint/core/policy'

export function sampleRule(over: Partial<RuleConfig> & { readonly name: string }): RuleConfig {
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
    code: null,
    irreversible: false,
    ttlMs: null,
    undoWindowMs: null,
    ...over,
  }
}

export function sampleConfig(over: Partial<PolicyConfig> = {}): PolicyConfig {
  return { ...DEFAULT_CONFIG, ...over }
}
