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

/** Positions that a page looks through, both included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface AuditStatements {
  readonly timeFrom: Statement<{ readonly position: number }, RecordTime>
  readonly lastPosition: Statement<object, { readonly position: number }>
  /** The last record of the chain that this file has. */
  readonly end: Statement<object, ChainEnd & { readonly at: number }>
  readonly hashAt: Statement<{ readonly position: number }, { readonly hash: string }>
  /** Takes the record as it is: every call waits for this insert, and building a row first would cost time. */
  readonly insert: Statement<AuditRecord, unknown>
  readonly insertCheckpoint: Statement<CheckpointRow, unknown>
  readonly checkpoints: Statement<object, CheckpointRow>
  /** With one chain, positions and sequences count the same records. */
  readonly walk: Statement<{ readonly from: number; readonly limit: number }, AuditRow>
  /** What `read` finds from a position on, in order. */
  readonly read: Statement<{ readonly query: AuditQuery; readonly from: number; readonly limit: number }, AuditRow>
  /** What `browse` finds in a stretch, in the order that it asks for. */
  readonly browse: Statement<
    { readonly query: AuditBrowse; readonly stretch: Stretch; readonly limit: number },
    AuditRow
  >
}
