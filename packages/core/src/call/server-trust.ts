/**
 * How far a server can be trusted: `trusted` stands in the configuration and is as it was accepted; `untrusted` shows another
 * definition than the accepted one; of any other nothing is known.
 */
export type ServerTrust = 'trusted' | 'untrusted' | 'unknown'

export interface ServerSeen {
  readonly configured: boolean
  /** Whether a tool of it is defined otherwise now than when it was accepted. */
  readonly changed: boolean
}

/** Of all that may be meant: a name alone proves nothing where several servers bear it. */
export function trustOfServers(servers: readonly ServerSeen[]): ServerTrust {
  if (servers.some(({ changed }) => changed)) return 'untrusted'
  return servers.length > 0 && servers.every(({ configured }) => configured) ? 'trusted' : 'unknown'
}
