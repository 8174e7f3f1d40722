/**
 * What makes two calls identical: same tenant, principal, client, server identity, tool and arguments. The parts are
 * joined as a JSON array, so that no choice of names can make two different calls collide.
 */
import type { Sha256 } from '../json/sha256.ts'
import type { Call } from './call.ts'

export function callKey(
  call: Pick<Call, 'tenant' | 'principal' | 'client' | 'server' | 'tool' | 'digest'>,
  sha256: Sha256,
): string {
  return sha256(
    JSON.stringify([call.tenant, call.principal, call.client.name, call.server.identity, call.tool, call.digest]),
  )
}
