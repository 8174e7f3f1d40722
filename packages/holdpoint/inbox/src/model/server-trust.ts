/** How far the server of a call can be trusted, by the list of servers. Without an identity every server of the name is meant. */
import { trustOfServers } from '@holdpoint/core'
import type { ServerTrust } from '@holdpoint/core'
import type { ShownServer } from '../api/answers.ts'

export function trustIn(servers: readonly ShownServer[], name: string, identity: string | null): ServerTrust {
  const meant = servers.filter((server) => (identity === null ? server.name === name : server.identity === identity))
  return trustOfServers(
    meant.map(({ configured, tools }) => ({ configured, changed: tools.some(({ changed }) => changed) })),
  )
}
