/** Audit records as rows and back. */
import type { AuditRecord, RecordDraft } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { AuditRecordsTable } from '../schema/tables.ts'

/**
 * With one chain a record's position is its number in the chain: two writers that continue the same record collide on the
 * primary key, so the chain cannot fork.
 */
export type AuditRow = Selectable<AuditRecordsTable>

export function toAuditRow(record: AuditRecord): AuditRow {
  return {
    position: record.sequence,
    chain: record.chain,
    sequence: record.sequence,
    at: record.at,
    kind: record.kind,
    tenant: record.tenant,
    principal: record.principal,
    client: record.client,
    server: record.server,
    tool: record.tool,
    method: record.method,
    risk: record.risk,
    rule: record.rule,
    hold: record.hold,
    digest: record.digest,
    rationale: record.rationale,
    actor: record.actor,
    detail: record.detail,
    previous_hash: record.previousHash,
    hash: record.hash,
  }
}

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
    chain: row.chain,
    sequence: row.sequence,
    at: row.at,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

const NULLABLE = [
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
] as const satisfies readonly (keyof RecordDraft)[]

/** One malformed draft would keep every record behind it from being written, so it is refused at the door. */
export function checkDraft(draft: RecordDraft): void {
  let sound = typeof draft.kind === 'string' && typeof draft.tenant === 'string'
  for (const name of NULLABLE) sound &&= draft[name] === null || typeof draft[name] === 'string'
  if (!sound) throw new TypeError('An audit record has a field that is neither a text nor null.')
}
