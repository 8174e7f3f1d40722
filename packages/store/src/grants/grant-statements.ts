/** The statements on grants, compiled once. */
import type { GrantQuery } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'
import type { GrantRow } from './grant-row.ts'

interface StoredGrant {
  readonly body: string
}

export interface GrantStatements {
  readonly byId: Statement<{ readonly id: string }, StoredGrant>
  readonly standing: Statement<GrantQuery & { readonly now: number }, StoredGrant>
  readonly put: Statement<GrantRow, unknown>
}

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

export function createGrantStatements(db: QueryBuilder): GrantStatements {
  return {
    byId: statement<{ readonly id: string }, StoredGrant>((mark) =>
      db.selectFrom('grants').select('body').where('id', '=', mark('id')),
    ),
    standing: statement<GrantQuery & { readonly now: number }, StoredGrant>((mark) =>
      db
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
        .orderBy('position'),
    ),
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
  }
}

/** Newest first. */
export function listGrants(db: QueryBuilder, tenant: string | null, limit: number): Query<StoredGrant> {
  const all = db.selectFrom('grants').select('body')
  const found = tenant === null ? all : all.where('tenant', '=', tenant)
  return found.orderBy('position', 'desc').limit(limit).compile()
}
