/** What tokens ask of their database. Only hashes of secrets come this far. */
import type { Statement } from '../query/query.ts'
import type { StoredToken } from './token-row.ts'

export interface TokenStatements {
  /** Fails where the id or the hash is taken. */
  readonly insert: Statement<StoredToken, unknown>
  /** Answers a row where it was not revoked before. */
  readonly revoke: Statement<{ readonly id: string; readonly at: number }, { readonly id: string }>
  readonly byHash: Statement<{ readonly sha256: string }, StoredToken>
  /** Oldest first; `null`: of every tenant. */
  readonly list: Statement<{ readonly tenant: string | null }, StoredToken>
  /** Ends those that were made after `now` so much earlier. */
  readonly shortenMadeAfter: Statement<{ readonly now: number; readonly back: number }, unknown>
}
