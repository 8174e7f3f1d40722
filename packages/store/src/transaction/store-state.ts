/** The high-water mark of time, which the last record carries too, and the count of changes. */
import type { Statement } from '../query/query.ts'

export interface StoreState {
  /** The latest moment anybody wrote at. */
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
  /** Writes down how late it has become, unless somebody has set the time anew meanwhile. */
  readonly mark: Statement<{ readonly at: number; readonly clock_epoch: number }, unknown>
}
