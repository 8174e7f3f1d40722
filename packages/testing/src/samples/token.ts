/** A token that lets an approver in. */
import type { TokenRow } from '@holdpoint/core'
import { sha256 } from '../sha256.ts'

/** `secret`: what its hash is made of. */
export function sampleToken({
  secret = 'secret',
  ...over
}: Partial<TokenRow> & { readonly secret?: string } = {}): TokenRow {
  return {
    id: 'token-1',
    name: 'ci',
    role: 'approver',
    tenant: 'default',
    sha256: sha256(secret),
    relaysAPerson: false,
    person: null,
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
    ...over,
  }
}
