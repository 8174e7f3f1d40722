/** Counts the holds of one requester, for limits. `since` is compared with the time they were created. */
import type { HoldCount } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'

const LAST_CHARACTER = '\u{10ffff}'

export function countHolds(db: QueryBuilder, query: HoldCount): Query<{ readonly count: number }> {
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
