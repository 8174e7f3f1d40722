/**
 * Whether a token counts at this moment: it was not revoked, and its time has not passed. It says nothing of what the
 * token's role may do.
 */
import type { TokenRow } from '../store/store.ts'

/** `now`: by the store's clock, which all processes share. At its last millisecond a token is over. */
export function isInForce({ revokedAt, expiresAt }: Pick<TokenRow, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt)
}
