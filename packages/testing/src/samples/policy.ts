/** Parts of a policy: a rule that says nothing yet, a configuration with all that is usual, conditions and paths. */
import { DEFAULT_CONFIG, DEFAULT_RULE } from '@holdpoint/core/policy'
import type { PolicyConfig, RuleConfig } from '@holdpoint/core/policy'

export function sampleRule(over: Partial<RuleConfig> & { readonly name: string }): RuleConfig {
  return { ...DEFAULT_RULE, ...over }
}

export function sampleConfig(over: Partial<PolicyConfig> = {}): PolicyConfig {
  return { ...DEFAULT_CONFIG, ...over }
}
