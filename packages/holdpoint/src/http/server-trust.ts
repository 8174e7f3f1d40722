/**
 * How far the server of a call can be trusted, for surfaces that no inbox tells it: `trusted` stands in the configuration and
 * is as it was accepted; `untrusted` shows another definition than the accepted one; of any other nothing is known.
 */
import type { Store } from '@holdpoint/core'
import { PIN_PREFIX } from '@holdpoint/gateway'
import type { PolicyInForce } from '../config/policy-source.ts'
import { changedTools, configuredServers, readBook } from './server-overview.ts'

export async function serverTrust(
  store: Store,
  current: Pick<PolicyInForce, 'config'>,
  identity: string,
): Promise<'trusted' | 'untrusted' | 'unknown'> {
  for (const { value } of await store.settings.under(`${PIN_PREFIX}${identity}/`)) {
    const book = readBook(value)
    if (book !== null && changedTools(book).length > 0) return 'untrusted'
  }
  return configuredServers(current).has(identity) ? 'trusted' : 'unknown'
}
