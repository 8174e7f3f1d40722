/** What a tier means: how a profile and a tenant's switches turn a risk into an answer. */
import type { PolicyConfig, Profile, TenantConfig } from './policy-config.ts'
import type { Risk } from './ruling.ts'

/** `each`: asked each time. `scope`: asked once per session, tool and scope. */
export type Asking = 'never' | 'scope' | 'each'

const ASKING: { readonly [profile in Profile]: { readonly [risk in Risk]: Asking } } = {
  // Nothing is held here; what `balanced` would have held is recorded as such.
  observe: { low: 'never', medium: 'scope', high: 'each' },
  relaxed: { low: 'never', medium: 'never', high: 'each' },
  balanced: { low: 'never', medium: 'scope', high: 'each' },
  strict: { low: 'never', medium: 'each', high: 'each' },
}

export function askingFor(profile: Profile, risk: Risk): Asking {
  return ASKING[profile][risk]
}

export function tenantProfile(config: PolicyConfig, tenant: TenantConfig): Profile {
  return tenant.profile ?? config.profile
}

/** Whether questions are let pass. Every banner, description and page says so. */
export function isGateOff(config: PolicyConfig, tenant: TenantConfig): boolean {
  return tenantProfile(config, tenant) === 'observe' || tenant.autoApproveHighRisk
}
