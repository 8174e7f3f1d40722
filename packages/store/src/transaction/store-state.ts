/** The high-water mark of time, which the last record carries too, and the count of changes. */
import type { Query, Statement } from '../query/query.ts'

export interface StoreState {
  /** The latest moment of any write. */
  readonly at: number
  readonly changes: number
  readonly settings_changed: number
  readonly store: string | null
  readonly generation: number
  readonly clock_epoch: number
}

/** What a transaction leaves for later ones beside what it wrote. */
export interface CarriedState {
  readonly before: StoreState
  readonly after: StoreState
  /** Holds that changed, in order; `null` for settings and tokens. */
  readonly changed: readonly (string | null)[]
  /** A record was written, which carries the time with it. */
  readonly recorded: boolean
}

export interface StoreStateStatements {
  /** What to write of it, where this database keeps it. */
  readonly carry: (carried: CarriedState) => readonly Query[]
  readonly read: Statement<object, StoreState & { readonly recorded_at: number | null }>
  /** Writes down how late it has become, unless a person has accepted another clock meanwhile. */
  readonly mark: Statement<{ readonly at: number; readonly clock_epoch: number }, unknown>
}

/** Whether another log, or another clock, begins with it. */
export function isAnotherLog({ before, after }: CarriedState): boolean {
  return (
    after.store !== before.store || after.generation !== before.generation || after.clock_epoch !== before.clock_epoch
  )
}

/**
 * Where it is one row that every transaction reads first. A record carries the time with it; without one it is kept
 * here, so that the time a step was given stays true.
 */
export function mustBeWritten(carried: CarriedState): boolean {
  return carried.changed.length > 0 || !carried.recorded || isAnotherLog(carried)
}
