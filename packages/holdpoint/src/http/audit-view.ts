/** An audit record as REST shows it. */
import type { AuditRecord } from '@holdpoint/core'

export interface AuditRecordView {
  readonly [name: string]: string | number | null
}

export function toAuditRecordView(record: AuditRecord): AuditRecordView {
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
