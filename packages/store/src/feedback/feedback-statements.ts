/** What feedback asks of its database. */
import type { FeedbackQuery } from '@holdpoint/core'
import type { Cursor } from '../query/cursor.ts'
import type { Statement } from '../query/query.ts'
import type { FeedbackRow, ListedFeedback } from './feedback-row.ts'

export interface RecentFeedback {
  readonly tenant: string
  readonly principal: string
  /** Only what came later than this counts. */
  readonly after: number
  /** How many newer ones are passed over. */
  readonly skip: number
}

export interface FeedbackStatements {
  readonly insert: Statement<FeedbackRow, unknown>
  /** One entry of a principal, counted from the newest. */
  readonly recent: Statement<RecentFeedback, { readonly at: number }>
  /** Newest first. */
  readonly find: Statement<
    { readonly query: FeedbackQuery; readonly after: Cursor | null; readonly limit: number },
    ListedFeedback
  >
}
