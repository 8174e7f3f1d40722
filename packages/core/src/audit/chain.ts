/**
 * Chains audit records: each one's hash covers all of its fields and the hash before it. The hashed text is a JSON
 * array of every field in a fixed order, so no two different records share it (a joined line could hide a separator in
 * a field).
 */
import type { Sha256 } from '../json/sha256.ts'
import { RECORD_FIELDS } from './record.ts'
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

/**
 * A record's own fields, in the order in which they are hashed: the same text wherever it is written down. What came with a
 * later version stands at the end, and only where it says something: a record without it is hashed as it always was.
 */
export function recordText(draft: RecordDraft): string {
  const later = draft.provenance === null ? [] : [draft.provenance]
  return JSON.stringify([
    draft.kind,
    draft.tenant,
    draft.principal,
    draft.client,
    draft.server,
    draft.tool,
    draft.method,
    draft.risk,
    draft.rule,
    draft.hold,
    draft.digest,
    draft.rationale,
    draft.actor,
    draft.detail,
    ...later,
  ])
}

/**
 * From what `recordText` wrote; `null` where it is something else. Whether each field is sound is the caller's to
 * check.
 */
export function fromRecordFields(fields: readonly unknown[]): RecordDraft | null {
  if (fields.length !== RECORD_FIELDS.length && fields.length !== RECORD_FIELDS.length - 1) return null
  return Object.fromEntries(RECORD_FIELDS.map((name, index) => [name, fields[index] ?? null])) as unknown as RecordDraft
}

export function hashRecord(record: Omit<AuditRecord, 'hash'>, sha256: Sha256): string {
  return hashRecordText(recordText(record), record, sha256)
}

/** `text`: from `recordText`. Together the two are one JSON array. */
function hashRecordText(text: string, place: ChainPosition, sha256: Sha256): string {
  const head = JSON.stringify([ENCODING, place.chain, place.sequence, place.at, place.previousHash])
  return sha256(`${head.slice(0, -1)},${text.slice(1)}`)
}

/** `text`: from `recordText`, where it is at hand. */
export function chainRecord(
  draft: RecordDraft,
  position: ChainPosition,
  sha256: Sha256,
  text: string = recordText(draft),
): AuditRecord {
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
    provenance: draft.provenance,
    chain: position.chain,
    sequence: position.sequence,
    at: position.at,
    previousHash: position.previousHash,
    hash: '',
  }
  record.hash = hashRecordText(text, position, sha256)
  return record
}
