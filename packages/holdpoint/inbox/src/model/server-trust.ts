/**
 * How far a server can be trusted: `trusted` stands in the configuration and is as it was accepted; `untrusted` shows
 * another definition than the accepted one; of any other nothing is known. A name alone proves nothing where several
 * bear it.
 */
import type { Invocation } from '@holdpoint/card'
import type { ShownServer } from '../api/answers.ts'

export function trustIn(
  servers: readonly ShownServer[],
  name: string,
  identity: string | null,
): Invocation['server']['trust'] {
  const meant = servers.filter((server) => (identity === null ? server.name === name : server.identity === identity))
  if (meant.some(({ tools }) => tools.some(({ changed }) => changed))) return 'untrusted'
  return meant.length > 0 && meant.every(({ configured }) => configured) ? 'trusted' : 'unknown'
}
