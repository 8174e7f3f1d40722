/** Feedback on any database. */
import type { FeedbackStore } from '@holdpoint/core'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Executor } from '../transaction/executor.ts'
import { addFeedback } from './add-feedback.ts'
import { listFeedback } from './list-feedback.ts'

export function createFeedbackStore(db: QueryBuilder, executor: Executor): FeedbackStore {
  return {
    add: (feedback, record, limit) =>
      executor.write((transaction) => addFeedback(db, transaction, feedback, record, limit)),
    list: (query) => executor.read(() => listFeedback(db, query)),
  }
}
