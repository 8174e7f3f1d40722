/** The statements on feedback. */
import type { FeedbackStatements } from '../feedback/feedback-statements.ts'
import type { QueryBuilder } from './query-builder.ts'

export function createFeedbackStatements(db: QueryBuilder): FeedbackStatements {
  return {
    insert: (row) => db.insertInto('feedback').values(row).compile(),
    recent: ({ tenant, principal, after, skip }) =>
      db
        .selectFrom('feedback')
        .select('at')
        .where('tenant', '=', tenant)
        .where('principal', '=', principal)
        .where('at', '>', after)
        .orderBy('at', 'desc')
        .limit(1)
        .offset(skip)
        .compile(),
    find: ({ query, after, limit }) => {
      let found = db.selectFrom('feedback').select(['position', 'at', 'body'])
      if (query.tenant !== null) found = found.where('tenant', '=', query.tenant)
      if (query.severity !== null) found = found.where('severity', '=', query.severity)
      if (query.since !== null) found = found.where('at', '>=', query.since)
      if (after !== null) {
        found = found.where((eb) => eb(eb.refTuple('at', 'position'), '<', eb.tuple(after.at, after.position)))
      }
      return found.orderBy('at', 'desc').orderBy('position', 'desc').limit(limit).compile()
    },
  }
}
