/** Ends a standing answer at once: no use is counted after this returns. Revoking again changes nothing. */
import type { Grant } from '../grant/grant.ts'
import type { Store } from '../store/store.ts'
import { grantRecord } from './grant-record.ts'

export interface RevokeGrantRequest {
  readonly id: string
  /** Another tenant's grant does not exist. `null`: the local operator of this home. */
  readonly tenant: string | null
  readonly by: string
}

export type RevokedGrant =
  /** `changed` is false where it had been revoked before. */
  { readonly kind: 'revoked'; readonly grant: Grant; readonly changed: boolean } | { readonly kind: 'not-found' }

export async function revokeGrant(store: Store, { id, tenant, by }: RevokeGrantRequest): Promise<RevokedGrant> {
  return await store.grants.change<RevokedGrant>(id, (grant, now) => {
    if (grant === null || (tenant !== null && grant.tenant !== tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    if (grant.revokedAt !== null) return { do: 'keep', answer: { kind: 'revoked', grant, changed: false } }
    const revoked: Grant = { ...grant, revokedAt: now, revokedBy: by }
    return {
      do: 'write',
      grant: revoked,
      record: grantRecord('grant-revoked', revoked, by),
      answer: { kind: 'revoked', grant: revoked, changed: true },
    }
  })
}
