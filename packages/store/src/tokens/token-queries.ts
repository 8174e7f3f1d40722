/** Adding, finding and revoking tokens. Only hashes of secrets come this far. */
import type { RecordDraft, TokenRow } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { StoredToken } from './token-row.ts'
import { toStoredToken } from './token-row.ts'

const COLUMNS = [
  'id',
  'name',
  'role',
  'tenant',
  'sha256',
  'relays_a_person',
  'person',
  'created_at',
  'expires_at',
  'revoked_at',
] as const satisfies readonly (keyof StoredToken)[]

export function* addToken(
  db: QueryBuilder,
  transaction: Transaction,
  token: TokenRow,
  record: RecordDraft,
): Script<void> {
  yield db.insertInto('tokens').values(toStoredToken(token)).compile()
  transaction.countSettingChange()
  yield* transaction.append(record)
}

export function* revokeToken(
  db: QueryBuilder,
  transaction: Transaction,
  revocation: { readonly id: string; readonly at: number; readonly record: RecordDraft },
): Script<boolean> {
  const revoked = yield* firstRow(
    db
      .updateTable('tokens')
      .set({ revoked_at: revocation.at })
      .where('id', '=', revocation.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .compile(),
  )
  if (revoked === undefined) return false
  transaction.countSettingChange()
  yield* transaction.append(revocation.record)
  return true
}

export function findTokenByHash(db: QueryBuilder, sha256: string): Query<StoredToken> {
  return db.selectFrom('tokens').select(COLUMNS).where('sha256', '=', sha256).compile()
}

export function findTokens(db: QueryBuilder, tenant: string | null): Query<StoredToken> {
  const all = db.selectFrom('tokens').select(COLUMNS)
  const found = tenant === null ? all : all.where('tenant', '=', tenant)
  return found.orderBy('created_at').orderBy('id').compile()
}
