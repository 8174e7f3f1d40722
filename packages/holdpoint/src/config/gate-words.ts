/** "GATE OFF", wherever it is so: banners, pages, descriptions. */
import { say } from '@holdpoint/core'
import type { PolicyInForce } from './policy-source.ts'

export function describeGate({ config, policy }: PolicyInForce): string | null {
  if (config.profile === 'observe') return say('gateOffObserve')
  const open = Object.keys(config.tenants).filter((tenant) => policy.gateOff(tenant))
  return open.length === 0 ? null : say('gateOffFor', { tenants: open.join(', ') })
}
