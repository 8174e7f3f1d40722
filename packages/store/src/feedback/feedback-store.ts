/** Feedback on any database: added unless its principal has given as much as it may, listed newest first. */
import type {
  Feedback,
  FeedbackAddition,
  FeedbackLimit,
  FeedbackPage,
  FeedbackQuery,
  FeedbackStore,
  RecordDraft,
} from '@holdpoint/core'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { fromFeedbackRow, toFeedbackRow } from './feedback-row.ts'
import type { FeedbackStatements } from './feedback-statements.ts'

export function createFeedbackStore(feedback: FeedbackStatements, executor: Executor): FeedbackStore {
  /** Counted in the transaction that would write it. */
  function* add(
    transaction: Transaction,
    given: Feedback,
    record: RecordDraft,
    { most, withinMs }: FeedbackLimit,
  ): Script<FeedbackAddition> {
    const { tenant, principal } = given
    yield* transaction.lock('feedback', JSON.stringify([tenant, principal]))
    const at = transaction.now()
    // Where the limit is reached this is the oldest entry that counts: once it is too old, there is room again.
    const blocking = yield* firstRow(feedback.recent({ tenant, principal, after: at - withinMs, skip: most - 1 }))
    if (blocking !== undefined) return { kind: 'limited', retryAfterMs: blocking.at + withinMs - at }
    yield feedback.insert(toFeedbackRow(given, at))
    yield* transaction.append(record)
    return { kind: 'added', at }
  }

  function* list(query: FeedbackQuery): Script<FeedbackPage> {
    const after = query.cursor === null ? null : readCursor(query.cursor)
    if (query.cursor !== null && after === null) return { feedback: [], nextCursor: null }
    const limit = pageLimit(query.limit)
    const rows = yield* allRows(feedback.find({ query, after, limit: limit + 1 }))
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return { feedback: shown.map(fromFeedbackRow), nextCursor: last === undefined ? null : toCursorText(last) }
  }

  return {
    add: (given, record, limit) => executor.write((transaction) => add(transaction, given, record, limit)),
    list: (query) => executor.read(() => list(query)),
  }
}
