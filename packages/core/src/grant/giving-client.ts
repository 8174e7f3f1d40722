/**
 * Through which client a permission holds. The host's word comes from one client: it permits nothing for the person's
 * other clients, which run other agents. A refusal binds all of them.
 */
import type { HeldCall } from '../hold/hold.ts'
import type { Grant } from './grant.ts'

export interface Giving {
  readonly effect: Grant['effect']
  readonly assurance: Grant['assurance']
  /** The call that the person is shown. */
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
