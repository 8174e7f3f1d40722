/** A token as `--json` shows it: everything but its secret and the secret's hash. */
import type { TokenSummary } from './command-context.ts'

export interface TokenView {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly tenant: string
  readonly relays_a_person: boolean
  readonly person: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export function toTokenView(token: TokenSummary): TokenView {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    tenant: token.tenant,
    relays_a_person: token.relaysAPerson,
    person: token.person,
    created_at: moment(token.createdAt),
    expires_at: token.expiresAt === null ? null : moment(token.expiresAt),
    revoked_at: token.revokedAt === null ? null : moment(token.revokedAt),
  }
}

function moment(at: number): string {
  return new Date(at).toISOString()
}
