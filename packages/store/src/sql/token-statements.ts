/** The statements on tokens. */
import type { StoredToken } from '../tokens/token-row.ts'
import type { TokenStatements } from '../tokens/token-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import { statement } from './statement.ts'

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

export function createTokenStatements(db: QueryBuilder): TokenStatements {
  return {
    insert: (token) => db.insertInto('tokens').values(token).compile(),
    revoke: ({ id, at }) =>
      db
        .updateTable('tokens')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .compile(),
    byHash: ({ sha256 }) => db.selectFrom('tokens').select(COLUMNS).where('sha256', '=', sha256).compile(),
    list: ({ tenant }) => {
      const all = db.selectFrom('tokens').select(COLUMNS)
      const found = tenant === null ? all : all.where('tenant', '=', tenant)
      return found.orderBy('created_at').orderBy('id').compile()
    },
    shortenMadeAfter: statement<{ readonly now: number; readonly back: number }, unknown>((mark) =>
      db
        .updateTable('tokens')
        .set((eb) => ({ expires_at: eb('expires_at', '-', mark('back')) }))
        .where('created_at', '>', mark('now'))
        .where('expires_at', 'is not', null),
    ),
  }
}
