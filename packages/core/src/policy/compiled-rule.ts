/** A rule ready to run: its condition compiled, its SQL expression compiled. */
import type { Condition } from './conditions.ts'
import type { RuleConfig } from './policy-config.ts'

export interface CompiledRule {
  readonly config: RuleConfig
  readonly when: Condition | null
  readonly sql: Condition | null
}
