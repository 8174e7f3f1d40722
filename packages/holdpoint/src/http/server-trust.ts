/**
 * How far the server of a call can be trusted, for surfaces that no inbox tells it: `trusted` stands in the configuration and
 * is as it was accepted; `untrusted` shows another definition than the accepted one; of any other nothing is known.
 */
import { changedTools, pinsOfServer, readToolPins } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import type { PolicyInForce } from '../config/policy-source.ts'
import { configuredServers } from './server-overview.ts'

export async function serverTrust(
  store: Store,
  current: Pick<PolicyInForce, 'config'>,
  identity: string,
): Promise<'trusted' | 'untrusted' | 'unknown'> {
  for (const { value } of await store.settings.under(pinsOfServer(identity))) {
    const pins = readToolPins(value)
    if (pins !== null && changedTools(pins).length > 0) return 'untrusted'
  }
  return configuredServers(current).has(identity) ? 'trusted' : 'unknown'
}
