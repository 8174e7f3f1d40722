/**
 * What makes two calls identical: same tenant, principal, client, server identity, tool and arguments. One that is to
 * run as a task is answered otherwise, and so is another. A call that its framework named is found by that name alone, so that
 * the same name with other arguments meets the hold it had instead of opening a second one. The parts are joined as a JSON
 * array, so that no choice of names can make two different calls collide.
 */
import type { Sha256 } from '../json/sha256.ts'
import type { Call } from './call.ts'

export function callKey(
  call: Pick<Call, 'tenant' | 'principal' | 'client' | 'server' | 'tool' | 'digest' | 'taskText' | 'callId'>,
  sha256: Sha256,
): string {
  const { tenant, principal, client, server, tool, digest } = call
  const requester = [tenant, principal, client.name, server.identity]
  if (call.callId !== undefined) return sha256(JSON.stringify([...requester, { callId: call.callId }]))
  const asTask = call.taskText === undefined ? [] : ['task']
  return sha256(JSON.stringify([...requester, tool, digest, ...asTask]))
}

/** Whether a call that met a hold by its key is the call of that hold. */
export function isSameCall(one: Pick<Call, 'tool' | 'digest'>, other: Pick<Call, 'tool' | 'digest'>): boolean {
  return one.tool === other.tool && one.digest === other.digest
}
