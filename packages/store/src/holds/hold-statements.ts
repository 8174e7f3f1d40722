/** What holds ask of their database. */
import type { HoldCount, HoldQuery, HoldState } from '@holdpoint/core'
import type { Cursor } from '../query/cursor.ts'
import type { Statement } from '../query/query.ts'
import type { HoldHeadsTable } from '../schema/tables.ts'
import type { HoldRow } from './hold-row.ts'
import type { ListedRow } from './listed-row.ts'

export interface StoredHold {
  readonly position: number
  readonly body: string
}

/** `null` where there are none. */
export interface TakenBytes {
  readonly of_tenant: number | null
  readonly of_principal: number | null
}

export interface Deadline {
  readonly before: number
  readonly now: number
}

export interface Overdue {
  readonly now: number
  readonly limit: number
}

export interface FindHolds {
  readonly query: HoldQuery
  readonly after: Cursor | null
  readonly limit: number
}

/**
 * Both writes look at the deadline in the very act: a row is written only while `before` still lies ahead of `now`, and
 * changed only while its revision is the expected one.
 */
export interface HoldStatements {
  readonly byId: Statement<{ readonly id: string }, StoredHold>
  /** To be changed: no other transaction changes it meanwhile. */
  readonly lockById: Statement<{ readonly id: string }, StoredHold>
  readonly lockNewestByKey: Statement<{ readonly key: string }, StoredHold>
  readonly listedById: Statement<{ readonly id: string }, ListedRow>
  readonly bodyByPosition: Statement<{ readonly position: number }, { readonly body: string }>
  readonly putHead: Statement<HoldHeadsTable, unknown>
  /** What the open holds of a tenant take, and those of one principal among them. */
  readonly takenBytes: Statement<{ readonly tenant: string; readonly principal: string }, TakenBytes>
  readonly insert: Statement<HoldRow & Deadline, { readonly position: number }>
  readonly update: Statement<HoldRow & Deadline & { readonly expected: number }, { readonly position: number }>
  readonly inState: Statement<{ readonly state: HoldState; readonly limit: number }, ListedRow>
  readonly inSession: Statement<
    { readonly session: string; readonly state: HoldState; readonly limit: number },
    ListedRow
  >
  readonly undecided: Statement<Overdue, ListedRow>
  readonly unexecuted: Statement<Overdue, ListedRow>
  readonly changedSince: Statement<
    { readonly sequence: number; readonly limit: number },
    { readonly id: string; readonly change_sequence: number }
  >
  /** What `list` finds without a text, newest first. */
  readonly find: Statement<FindHolds, ListedRow>
  readonly count: Statement<HoldCount, { readonly count: number }>
  readonly idsInState: Statement<{ readonly state: HoldState; readonly limit: number }, { readonly id: string }>
}
