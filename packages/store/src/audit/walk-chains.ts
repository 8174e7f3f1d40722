/** One batch of all chains, each in its own order. A reader that goes on finds what was appended meanwhile, too. */
import type { AuditPage } from '@holdpoint/core'
import { batchLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import { fromAuditRow } from './audit-row.ts'
import type { AuditStatements, RecordPlace } from './audit-statements.ts'

const BEGINNING: RecordPlace = { chain: '', sequence: 0, position: 0 }

export function* walkChains(audit: AuditStatements, cursor: string | null, limit: number): Script<AuditPage> {
  const after = cursor === null ? BEGINNING : readPlace(cursor)
  if (after === null) return { records: [], nextCursor: null }
  const most = batchLimit(limit)
  const rows = yield* allRows(audit.walk({ after, limit: most }))
  const last = rows.length < most ? undefined : rows.at(-1)
  return { records: rows.map(fromAuditRow), nextCursor: last === undefined ? null : toPlaceText(last) }
}

function toPlaceText({ chain, sequence, position }: RecordPlace): string {
  return Buffer.from(JSON.stringify([chain, sequence, position])).toString('base64url')
}

function readPlace(text: string): RecordPlace | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(value)) return null
    const [chain, sequence, position] = value as readonly unknown[]
    const isPlace = typeof chain === 'string' && Number.isSafeInteger(sequence) && Number.isSafeInteger(position)
    return isPlace ? { chain, sequence: Number(sequence), position: Number(position) } : null
  } catch {
    return null
  }
}
