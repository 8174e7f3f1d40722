/**
 * Whether the word of the host counts as its person's for this call: the host runs on this machine's own account, or
 * its key is marked so. It is a fact of the call, so every process and every surface finds the same.
 */
import { LOCAL_PREFIX } from '../people/people.ts'
import type { Call } from './call.ts'

/**
 * Calls that were stored before the mark was kept are told apart by their principal, since no key may carry a local
 * name.
 */
export function hostSpeaksFor({ relaysAPerson, principal }: Pick<Call, 'relaysAPerson' | 'principal'>): boolean {
  return relaysAPerson ?? principal.startsWith(LOCAL_PREFIX)
}
