/** Feedback as rows and back. */
import type { Feedback, StoredFeedback } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { FeedbackTable } from '../schema/tables.ts'

export type FeedbackRow = Omit<Selectable<FeedbackTable>, 'position'>

export type ListedFeedback = Pick<Selectable<FeedbackTable>, 'position' | 'at' | 'body'>

export function toFeedbackRow(feedback: Feedback, at: number): FeedbackRow {
  const { id, tenant, principal, severity } = feedback
  return { id, at, tenant, principal, severity, body: JSON.stringify(feedback) }
}

export function fromFeedbackRow({ at, body }: Pick<ListedFeedback, 'at' | 'body'>): StoredFeedback {
  return { ...(JSON.parse(body) as Feedback), at }
}
