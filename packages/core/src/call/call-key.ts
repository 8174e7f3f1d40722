/**
 * What makes two calls identical: same tenant, principal, client, server identity, tool and arguments. One that is to
 * run as a task is answered otherwise, and so is another. The parts are joined as a JSON array, so that no choice of
 * names can make two different calls collide.
 */
import type { Sha256 } from '../json/sha256.ts'
import type { Call } from './call.ts'

export function callKey(
  call: Pick<Call, 'tenant' | 'principal' | 'client' | 'server' | 'tool' | 'digest' | 'taskText'>,
  sha256: Sha256,
): string {
  const { tenant, principal, client, server, tool, digest } = call
  const asTask = call.taskText === undefined ? [] : ['task']
  return sha256(JSON.stringify([tenant, principal, client.name, server.identity, tool, digest, ...asTask]))
}
