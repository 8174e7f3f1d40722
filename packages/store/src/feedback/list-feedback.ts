/** One page of feedback, newest first. */
import type { FeedbackPage, FeedbackQuery } from '@holdpoint/core'
import type { Cursor } from '../query/cursor.ts'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { ListedFeedback } from './feedback-row.ts'
import { fromFeedbackRow } from './feedback-row.ts'

export function* listFeedback(db: QueryBuilder, query: FeedbackQuery): Script<FeedbackPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && after === null) return { feedback: [], nextCursor: null }
  const limit = pageLimit(query.limit)
  const rows = yield* allRows(findFeedback(db, query, after, limit + 1))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { feedback: shown.map(fromFeedbackRow), nextCursor: last === undefined ? null : toCursorText(last) }
}

function findFeedback(
  db: QueryBuilder,
  query: FeedbackQuery,
  after: Cursor | null,
  limit: number,
): Query<ListedFeedback> {
  let found = db.selectFrom('feedback').select(['position', 'at', 'body'])
  if (query.tenant !== null) found = found.where('tenant', '=', query.tenant)
  if (query.severity !== null) found = found.where('severity', '=', query.severity)
  if (query.since !== null) found = found.where('at', '>=', query.since)
  if (after !== null) {
    found = found.where((eb) => eb(eb.refTuple('at', 'position'), '<', eb.tuple(after.at, after.position)))
  }
  return found.orderBy('at', 'desc').orderBy('position', 'desc').limit(limit).compile()
}
