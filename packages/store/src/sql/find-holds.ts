/**
 * Finding and counting holds by what is asked for. The work per page is bounded by an index that carries every filtered
 * column.
 */
import { DECIDED_STATES } from '@holdpoint/core'
import type { HoldCount } from '@holdpoint/core'
import type { Expression, SqlBool } from 'kysely'
import type { FindHolds } from '../holds/hold-statements.ts'
import type { ListedRow } from '../holds/listed-row.ts'
import { LAST_CHARACTER } from '../query/last-character.ts'
import { LISTED_COLUMNS } from './listed-columns.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { SqlQuery } from './sql-query.ts'

export function findHolds(
  db: QueryBuilder,
  { textBesideTheIndex }: SqlDialect,
  { query, after, limit }: FindHolds,
  matching: Expression<SqlBool> | null = null,
): SqlQuery<ListedRow> {
  let found = db.selectFrom('holds').select(LISTED_COLUMNS)
  if (matching !== null) found = found.where(matching)
  if (query.state === 'decided') found = found.where(textBesideTheIndex('state'), 'in', DECIDED_STATES)
  else if (query.state !== null) found = found.where('state', '=', query.state)
  if (query.tenant !== null) found = found.where(textBesideTheIndex('tenant'), '=', query.tenant)
  if (query.server !== null) found = found.where(textBesideTheIndex('server'), '=', query.server)
  if (query.tool !== null) found = found.where(textBesideTheIndex('tool'), '=', query.tool)
  if (query.risk !== null) found = found.where(textBesideTheIndex('risk'), '=', query.risk)
  if (after !== null) {
    found = found.where((eb) => eb(eb.refTuple('created_at', 'position'), '<', eb.tuple(after.at, after.position)))
  }
  return found.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(limit).compile()
}

export function countHolds(db: QueryBuilder, query: HoldCount): SqlQuery<{ readonly count: number }> {
  let counted = db
    .selectFrom('holds')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant', '=', query.tenant)
    .where('principal', '=', query.principal)
    .where('state', 'in', query.states)
  // A bound that bounds nothing would still lead the planner to walk all holds of a state by their age.
  if (query.since > 0) counted = counted.where('created_at', '>=', query.since)
  if (query.client !== null) counted = counted.where('client', '=', query.client)
  if (query.session !== null) counted = counted.where('session', '=', query.session)
  if (query.sessionsUnder !== undefined) {
    counted = counted
      .where('session', '>=', query.sessionsUnder)
      .where('session', '<', `${query.sessionsUnder}${LAST_CHARACTER}`)
  }
  if (query.tool !== null) counted = counted.where('tool', '=', query.tool)
  if (query.serverIdentity !== null) counted = counted.where('server_identity', '=', query.serverIdentity)
  return counted.compile()
}
