/** Audit records as rows and back. */
import { RECORD_FIELDS } from '@holdpoint/core'
import type { AuditRecord, RecordDraft } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { AuditRecordsTable } from '../schema/tables.ts'

export type AuditRow = Selectable<AuditRecordsTable>

export function fromAuditRow(row: AuditRow): AuditRecord {
  return {
    kind: row.kind as AuditRecord['kind'],
    tenant: row.tenant,
    principal: row.principal,
    client: row.client,
    server: row.server,
    tool: row.tool,
    method: row.method,
    risk: row.risk as AuditRecord['risk'],
    rule: row.rule,
    hold: row.hold,
    digest: row.digest,
    rationale: row.rationale,
    actor: row.actor,
    detail: row.detail,
    provenance: row.provenance,
    chain: row.chain,
    sequence: row.sequence,
    at: row.at,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

const NULLABLE = RECORD_FIELDS.filter((name) => name !== 'kind' && name !== 'tenant')

/** One malformed draft would keep every record behind it from being written, so it is refused before it is queued. */
export function checkDraft(draft: RecordDraft): void {
  let sound = typeof draft.kind === 'string' && typeof draft.tenant === 'string'
  for (const name of NULLABLE) sound &&= draft[name] === null || typeof draft[name] === 'string'
  if (!sound) throw new TypeError('An audit record has a field that is neither a text nor null.')
}
