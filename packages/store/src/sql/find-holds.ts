/**
 * Finding and counting holds by what is asked for. The work per page is bounded by an index that carries every filtered
 * column.
 */
import { DECIDED_STATES } from '@holdpoint/core'
import type { HoldCount, HoldQuery } from '@holdpoint/core'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ListedRow } from '../holds/listed-row.ts'
import { LAST_CHARACTER } from '../query/last-character.ts'
import type { Cursor } from '../query/cursor.ts'
import { LISTED_COLUMNS } from './listed-columns.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlQuery } from './sql-query.ts'

export function findHolds(
  db: QueryBuilder,
  query: HoldQuery,
  after: Cursor | null,
  limit: number,
): SqlQuery<ListedRow> {
  let found = db.selectFrom('holds').select(LISTED_COLUMNS)
  if (query.state === 'decided') found = found.where(besideTheIndex('state'), 'in', DECIDED_STATES)
  else if (query.state !== null) found = found.where('state', '=', query.state)
  if (query.tenant !== null) found = found.where(besideTheIndex('tenant'), '=', query.tenant)
  if (query.server !== null) found = found.where(besideTheIndex('server'), '=', query.server)
  if (query.tool !== null) found = found.where(besideTheIndex('tool'), '=', query.tool)
  if (query.risk !== null) found = found.where(besideTheIndex('risk'), '=', query.risk)
  if (after !== null) {
    found = found.where((eb) => eb(eb.refTuple('created_at', 'position'), '<', eb.tuple(after.at, after.position)))
  }
  return found.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(limit).compile()
}

/**
 * A planner without statistics takes any index that starts with a filtered column, and then sorts all it found. Written
 * as an expression the filter is applied while walking the index that is already in the page's order.
 */
function besideTheIndex(column: 'state' | 'tenant' | 'server' | 'tool' | 'risk'): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
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
