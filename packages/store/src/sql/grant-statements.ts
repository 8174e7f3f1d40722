/** The statements on grants; those on the way of a call are compiled once. */
import type { GrantQuery } from '@holdpoint/core'
import type { GrantRow } from '../grants/grant-row.ts'
import type { GrantStatements, StoredGrant } from '../grants/grant-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { ParameterMark } from './statement.ts'
import { statement } from './statement.ts'

const COLUMNS = [
  'id',
  'tenant',
  'principal',
  'server_identity',
  'tool',
  'definition_hash',
  'session',
  'expires_at',
  'revoked_at',
  'body',
] as const satisfies readonly (keyof GrantRow)[]

export function createGrantStatements(db: QueryBuilder, dialect: SqlDialect): GrantStatements {
  function standing(mark: ParameterMark<GrantQuery & { readonly now: number }>) {
    return db
      .selectFrom('grants')
      .select('body')
      .where('tenant', '=', mark('tenant'))
      .where('principal', '=', mark('principal'))
      .where('server_identity', '=', mark('serverIdentity'))
      .where('tool', '=', mark('tool'))
      .where('definition_hash', '=', mark('definitionHash'))
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('session', 'is', null), eb('session', '=', mark('session'))]))
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', mark('now'))]))
      .orderBy('position')
  }

  return {
    byId: statement<{ readonly id: string }, StoredGrant>((mark) =>
      db.selectFrom('grants').select('body').where('id', '=', mark('id')),
    ),
    lockById: statement<{ readonly id: string }, StoredGrant>((mark) =>
      dialect.lock(db.selectFrom('grants').select('body').where('id', '=', mark('id'))),
    ),
    standing: statement<GrantQuery & { readonly now: number }, StoredGrant>(standing),
    lockStanding: statement<GrantQuery & { readonly now: number }, StoredGrant>((mark) => dialect.lock(standing(mark))),
    put: statement<GrantRow, unknown>((mark) =>
      db
        .insertInto('grants')
        .values(Object.fromEntries(COLUMNS.map((column) => [column, mark(column)])) as unknown as GrantRow)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            revoked_at: eb.ref('excluded.revoked_at'),
            body: eb.ref('excluded.body'),
          })),
        ),
    ),
    list: ({ tenant, limit }) => {
      const all = db.selectFrom('grants').select('body')
      const found = tenant === null ? all : all.where('tenant', '=', tenant)
      return found.orderBy('position', 'desc').limit(limit).compile()
    },
    lockUnrevoked: statement(() =>
      dialect.lock(db.selectFrom('grants').select('body').where('revoked_at', 'is', null)),
    ),
  }
}
