/**
 * Makes a standing answer from a hold that was asked before. The person who makes a permission must be able to approve
 * that hold; stored with its record, in one transaction.
 */
import { checkEligibility } from '../hold/eligibility.ts'
import type { Grant } from '../grant/grant.ts'
import type { GrantRequest } from '../grant/grant-request.ts'
import { toGrant } from '../grant/to-grant.ts'
import type { Assurance, Rail } from '../policy/ruling.ts'
import type { Store } from '../store/store.ts'
import { grantRecord } from './grant-record.ts'

export interface MakeGrantRequest {
  readonly id: string
  readonly hold: string
  /** Another tenant's hold does not exist. `null`: the local operator of this home. */
  readonly tenant: string | null
  readonly effect: Grant['effect']
  readonly request: GrantRequest
  readonly by: string
  readonly via: Rail
  readonly assurance: Assurance
}

export type MadeGrant =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly message: string }

export async function makeGrant(store: Store, making: MakeGrantRequest): Promise<MadeGrant> {
  const { id, effect, by, via, assurance } = making
  const hold = await store.holds.get(making.hold)
  if (hold === null || (making.tenant !== null && hold.call.tenant !== making.tenant)) return { kind: 'not-found' }
  const answer = effect === 'allow' ? 'approve' : 'decline'
  const ineligible = checkEligibility(hold, { answer, by, via, assurance })
  if (ineligible !== null) return { kind: 'refused', message: ineligible.message }
  return await store.grants.add<MadeGrant>((now) => {
    const made = toGrant(making.request, { id, effect, hold, by, via, assurance, at: now })
    if (!made.ok) return { do: 'keep', answer: { kind: 'refused', message: made.message } }
    const record = grantRecord('grant-made', made.grant, by)
    return { do: 'write', grant: made.grant, record, answer: { kind: 'granted', grant: made.grant } }
  })
}
