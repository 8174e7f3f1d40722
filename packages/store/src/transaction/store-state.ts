/** The high-water mark of time, which the last record carries too, and the count of changes. */
import type { Statement } from '../query/query.ts'

export interface StoreState {
  /** The latest moment of any write. */
  readonly at: number
  readonly changes: number
  readonly settings_changed: number
  readonly store: string | null
  readonly generation: number
  readonly clock_epoch: number
}

export interface StoreStateStatements {
  readonly read: Statement<object, StoreState & { readonly recorded_at: number | null }>
  readonly write: Statement<StoreState, unknown>
  /** Writes down how late it has become, unless a person has accepted another clock meanwhile. */
  readonly mark: Statement<{ readonly at: number; readonly clock_epoch: number }, unknown>
}
