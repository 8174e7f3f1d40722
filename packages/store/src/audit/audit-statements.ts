/** What the audit log asks of its database. */
import type { AuditBrowse, AuditQuery, AuditRecord, ChainEnd } from '@holdpoint/core'
import type { Statement } from '../query/query.ts'
import type { AuditRow } from './audit-row.ts'

export interface CheckpointRow {
  readonly at: number
  readonly chains: string
  readonly signature: string
}

export interface RecordTime {
  readonly position: number
  readonly at: number
}

/** Where a record stands: in its chain, and in the log. Where there is one chain, the two are the same. */
export interface RecordPlace {
  readonly chain: string
  readonly sequence: number
  readonly position: number
}

/** Positions that a page looks through, both included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface AuditStatements {
  readonly timeFrom: Statement<{ readonly position: number }, RecordTime>
  readonly lastPosition: Statement<object, { readonly position: number }>
  /** The last record of a chain. */
  readonly end: Statement<{ readonly chain: string }, ChainEnd & { readonly at: number }>
  /** Of every chain, in the order of their names. */
  readonly ends: Statement<object, ChainEnd & { readonly at: number }>
  readonly hashAt: Statement<{ readonly chain: string; readonly sequence: number }, { readonly hash: string }>
  /** By how much the times of two records may be out of the order of their positions: of several writers, some wait. */
  readonly disorderMs: number
  /** Takes the record as it is: every call waits for this insert, and building a row first would cost time. */
  readonly insert: Statement<AuditRecord, unknown>
  readonly insertCheckpoint: Statement<CheckpointRow, unknown>
  readonly checkpoints: Statement<object, CheckpointRow>
  /** What comes after a record: the rest of its chain, then the other chains, each in its order. */
  readonly walk: Statement<{ readonly after: RecordPlace; readonly limit: number }, AuditRow>
  /** What `read` finds from a position on, in order. */
  readonly read: Statement<{ readonly query: AuditQuery; readonly from: number; readonly limit: number }, AuditRow>
  /** What `browse` finds in a stretch, in the order that it asks for. */
  readonly browse: Statement<
    { readonly query: AuditBrowse; readonly stretch: Stretch; readonly limit: number },
    AuditRow
  >
}
