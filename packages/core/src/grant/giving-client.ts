/**
 * Through which client a permission holds. The host's word is the voice of one client: said there, it opens nothing for the
 * others of the same person, which run other agents. A refusal binds them all, whoever heard it.
 */
import type { HeldCall } from '../hold/hold.ts'
import type { Grant } from './grant.ts'

export interface Giving {
  readonly effect: Grant['effect']
  readonly assurance: Grant['assurance']
  /** The call in front of whoever gives it. */
  readonly call: Pick<HeldCall, 'client'>
}

/** The member of the grant that says so, where one is needed. */
export function givingClient(giving: Giving): Pick<Grant, 'client'> {
  return isOneClients(giving) ? { client: giving.call.client.name } : {}
}

/** Without a client: of a version that did not remember it, and asked again. */
export function holdsThroughClient(grant: Grant, call: Giving['call']): boolean {
  return !isOneClients(grant) || grant.client === call.client.name
}

function isOneClients({ effect, assurance }: Pick<Giving, 'effect' | 'assurance'>): boolean {
  return effect === 'allow' && assurance === 'host'
}
