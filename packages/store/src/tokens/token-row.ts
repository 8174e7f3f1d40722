/** Tokens as rows and back. */
import type { Role, TokenRow } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { TokensTable } from '../schema/tables.ts'

export type StoredToken = Selectable<TokensTable>

export function toStoredToken(token: TokenRow): StoredToken {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    tenant: token.tenant,
    sha256: token.sha256,
    relays_a_person: token.relaysAPerson ? 1 : 0,
    person: token.person,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
  }
}

export function fromStoredToken(row: StoredToken): TokenRow {
  return {
    id: row.id,
    name: row.name,
    role: row.role as Role,
    tenant: row.tenant,
    sha256: row.sha256,
    relaysAPerson: row.relays_a_person === 1,
    person: row.person,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
