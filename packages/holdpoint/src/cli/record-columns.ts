/** The columns of an audit record in `--json` and exports, in their order: programs that read a CSV rely on it. */
import { toRecordView } from '@holdpoint/core'
import type { AuditRecord, RecordView } from '@holdpoint/core'

export const RECORD_COLUMNS: readonly (keyof RecordView)[] = [
  'chain',
  'sequence',
  'at',
  'kind',
  'tenant',
  'principal',
  'client',
  'server',
  'tool',
  'method',
  'risk',
  'rule',
  'hold',
  'digest',
  'rationale',
  'actor',
  'detail',
  'previous_hash',
  'hash',
]

export function toRecordRow(record: AuditRecord): RecordView {
  const view = toRecordView(record)
  return Object.fromEntries(RECORD_COLUMNS.map((column) => [column, view[column]])) as unknown as RecordView
}
