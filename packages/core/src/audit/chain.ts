/**
 * Chains audit records: each one's hash covers all of its fields and the hash before it. The hashed text is a JSON array of
 * every field in a fixed order, so no two different records share it (a joined line could hide a separator in a field).
 */
import type { Sha256 } from '../json/sha256.ts'
import type { AuditRecord, RecordDraft } from './record.ts'

/** What the first record of every chain points back to. */
export const GENESIS_HASH: string = '0'.repeat(64)

/** Sequences count from here, without gaps, in each chain: the last sequence is the chain's length. */
export const FIRST_SEQUENCE = 1

/** A record's place in its chain. */
export interface ChainPosition {
  readonly chain: string
  readonly sequence: number
  readonly at: number
  readonly previousHash: string
}

const ENCODING = 'holdpoint-record-1'

export function hashRecord(record: Omit<AuditRecord, 'hash'>, sha256: Sha256): string {
  return sha256(
    JSON.stringify([
      ENCODING,
      record.chain,
      record.sequence,
      record.at,
      record.previousHash,
      record.kind,
      record.tenant,
      record.principal,
      record.client,
      record.server,
      record.tool,
      record.method,
      record.risk,
      record.rule,
      record.hold,
      record.digest,
      record.rationale,
      record.actor,
      record.detail,
    ]),
  )
}

export function chainRecord(draft: RecordDraft, position: ChainPosition, sha256: Sha256): AuditRecord {
  const record: { -readonly [field in keyof AuditRecord]: AuditRecord[field] } = {
    kind: draft.kind,
    tenant: draft.tenant,
    principal: draft.principal,
    client: draft.client,
    server: draft.server,
    tool: draft.tool,
    method: draft.method,
    risk: draft.risk,
    rule: draft.rule,
    hold: draft.hold,
    digest: draft.digest,
    rationale: draft.rationale,
    actor: draft.actor,
    detail: draft.detail,
    chain: position.chain,
    sequence: position.sequence,
    at: position.at,
    previousHash: position.previousHash,
    hash: '',
  }
  record.hash = hashRecord(record, sha256)
  return record
}
