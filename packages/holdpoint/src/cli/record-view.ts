/** An audit record as `--json` and exports show it. */
import type { AuditRecord } from '@holdpoint/core'

export const RECORD_COLUMNS = [
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
] as const

export type RecordView = { readonly [column in (typeof RECORD_COLUMNS)[number]]: string | number | null }

export function toRecordView(record: AuditRecord): RecordView {
  return {
    chain: record.chain,
    sequence: record.sequence,
    at: new Date(record.at).toISOString(),
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
