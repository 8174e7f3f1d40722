/** Adds one entry, unless its principal has given as much as it may: counted in the transaction that would write it. */
import type { Feedback, FeedbackAddition, FeedbackLimit, RecordDraft } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { toFeedbackRow } from './feedback-row.ts'

export function* addFeedback(
  db: QueryBuilder,
  transaction: Transaction,
  feedback: Feedback,
  record: RecordDraft,
  limit: FeedbackLimit,
): Script<FeedbackAddition> {
  const at = transaction.now()
  const blocking = yield* firstRow(findBlocking(db, feedback, at, limit))
  if (blocking !== undefined) return { kind: 'limited', retryAfterMs: blocking.at + limit.withinMs - at }
  yield db.insertInto('feedback').values(toFeedbackRow(feedback, at)).compile()
  yield* transaction.append(record)
  return { kind: 'added', at }
}

/** The oldest entry that counts, where the limit is reached: once it is too old, there is room again. */
function findBlocking(
  db: QueryBuilder,
  { tenant, principal }: Feedback,
  at: number,
  { most, withinMs }: FeedbackLimit,
): Query<{ readonly at: number }> {
  return db
    .selectFrom('feedback')
    .select('at')
    .where('tenant', '=', tenant)
    .where('principal', '=', principal)
    .where('at', '>', at - withinMs)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(most - 1)
    .compile()
}
