/** What of the policy in force people may look at: no command, address or secret of the configuration is among it. */
import type { PolicyInForce } from '../config/policy-source.ts'
import type { PolicyOverview } from './http-options.ts'

export function policyOverview(current: PolicyInForce | null, tenant: string): PolicyOverview | null {
  if (current === null) return null
  const { file, config } = current
  const own = Object.hasOwn(config.tenants, tenant) ? (config.tenants[tenant]?.profile ?? null) : null
  return {
    file,
    profile: own ?? config.profile,
    wait_ms: config.wait === 'auto' ? null : config.wait,
    decide_within_ms: config.ttlMs,
    rules: config.rules.map(({ name }) => name),
  }
}
