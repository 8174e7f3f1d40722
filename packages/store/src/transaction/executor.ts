/** What a database has to offer so that every store in this package runs on it. */
import type { RecordDraft, RecordReceipt } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import type { Transaction } from './transaction.ts'

export interface Executor {
  /** Database time. */
  readonly now: () => Promise<number>
  /** Runs a script that only reads. It may be started again from the beginning, so it is handed over as a function. */
  readonly read: <Answer>(script: () => Script<Answer>) => Promise<Answer>
  /** Runs a body in one durable transaction. */
  readonly write: <Answer>(body: (transaction: Transaction) => Script<Answer>) => Promise<Answer>
  /** Appends an audit record; it may reach the log a moment later, but not get lost. */
  readonly append: (draft: RecordDraft) => Promise<void>
  /** The same, for the way of every call. */
  readonly appendFor: (draft: RecordDraft, receipt: RecordReceipt) => void
  /** Waits until what this process appended is in the log, or cannot be for now. Never rejects. */
  readonly flush: () => Promise<void>
}
