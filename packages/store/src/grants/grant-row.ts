/** Grants as rows and back. The body is the truth; the columns repeat what is searched. */
import type { Grant } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { GrantsTable } from '../schema/tables.ts'

export type GrantRow = Omit<Selectable<GrantsTable>, 'position'>

export function toGrantRow(grant: Grant): GrantRow {
  return {
    id: grant.id,
    tenant: grant.tenant,
    principal: grant.principal,
    server_identity: grant.serverIdentity,
    tool: grant.tool,
    definition_hash: grant.definitionHash,
    session: grant.session,
    expires_at: grant.expiresAt,
    revoked_at: grant.revokedAt,
    body: JSON.stringify(grant),
  }
}

export function fromGrantBody(row: { readonly body: string }): Grant {
  return JSON.parse(row.body) as Grant
}
