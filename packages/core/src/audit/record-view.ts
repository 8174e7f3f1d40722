/** An audit record in the form that is sent, exported and shown: what every reader outside gets, field for field. */
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
    actor: record.actor,
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
    detail: record.detail,
    previous_hash: record.previousHash,
    hash: record.hash,
  }
}
