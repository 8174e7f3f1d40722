/** "GATE OFF", wherever it is so: banners, pages, descriptions. */
import type { PolicyInForce } from './policy-source.ts'

export function describeGate({ config, policy }: PolicyInForce): string | null {
  if (config.profile === 'observe')
    return 'GATE OFF: the profile "observe" holds nothing; what would be held is recorded.'
  const open = Object.keys(config.tenants).filter((tenant) => policy.gateOff(tenant))
  return open.length === 0 ? null : `GATE OFF for ${open.join(', ')}: high-risk calls are approved automatically.`
}
