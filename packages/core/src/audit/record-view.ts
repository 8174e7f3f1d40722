/**
 * An audit record in the form that is sent, exported and shown: what every reader outside gets, field for field, with
 * its secrets masked. Its hash stays that of the record as it is stored.
 */
import { maskText } from '../secret/mask-text.ts'
import { RECORD_FIELDS } from './record.ts'
import type { AuditRecord } from './record.ts'

export interface RecordView extends Omit<AuditRecord, 'at' | 'previousHash'> {
  /** ISO 8601. */
  readonly at: string
  readonly previous_hash: string
}

export function toRecordView(record: AuditRecord): RecordView {
  return {
    chain: record.chain,
    sequence: record.sequence,
    at: new Date(record.at).toISOString(),
    kind: record.kind,
    tenant: record.tenant,
    actor: masked(record.actor),
    principal: masked(record.principal),
    client: masked(record.client),
    server: masked(record.server),
    tool: masked(record.tool),
    method: masked(record.method),
    risk: record.risk,
    rule: masked(record.rule),
    hold: record.hold,
    digest: record.digest,
    rationale: masked(record.rationale),
    detail: masked(record.detail),
    previous_hash: record.previousHash,
    hash: record.hash,
    provenance: masked(record.provenance),
  }
}

function masked(text: string | null): string | null {
  return text === null ? null : maskText(text)
}

/** The columns of a table of records, as it is stored and exported: programs that read a CSV rely on their order. */
export const RECORD_COLUMNS: readonly (keyof RecordView)[] = [
  'chain',
  'sequence',
  'at',
  ...RECORD_FIELDS.filter((field) => field !== 'provenance'),
  'previous_hash',
  'hash',
  // Came with a later version, so it stands behind what was there.
  'provenance',
]

/** The same, with its fields in the order of the columns. */
export function toRecordRow(record: AuditRecord): RecordView {
  const view = toRecordView(record)
  return Object.fromEntries(RECORD_COLUMNS.map((column) => [column, view[column]])) as unknown as RecordView
}
