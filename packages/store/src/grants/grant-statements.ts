/** What grants ask of their database. */
import type { GrantQuery } from '@holdpoint/core'
import type { Statement } from '../query/query.ts'
import type { GrantRow } from './grant-row.ts'

export interface StoredGrant {
  readonly body: string
}

export interface GrantStatements {
  readonly byId: Statement<{ readonly id: string }, StoredGrant>
  /** To be changed: no other transaction changes it meanwhile. */
  readonly lockById: Statement<{ readonly id: string }, StoredGrant>
  readonly standing: Statement<GrantQuery & { readonly now: number }, StoredGrant>
  readonly lockStanding: Statement<GrantQuery & { readonly now: number }, StoredGrant>
  readonly put: Statement<GrantRow, unknown>
  /** Newest first; `null`: of every tenant. */
  readonly list: Statement<{ readonly tenant: string | null; readonly limit: number }, StoredGrant>
  readonly lockUnrevoked: Statement<object, StoredGrant>
}
