/** One page of the audit log, oldest first. */
import type { AuditPage, AuditQuery } from '@holdpoint/core'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import { fromAuditRow } from './audit-row.ts'
import type { AuditStatements } from './audit-statements.ts'

export function* readAudit(audit: AuditStatements, query: AuditQuery): Script<AuditPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && after === null) return { records: [], nextCursor: null }
  const limit = pageLimit(query.limit)
  const from = after !== null ? after.position + 1 : query.since === null ? 0 : yield* positionAt(audit, query.since)
  const rows = yield* allRows(audit.read({ query, from, limit: limit + 1 }))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { records: shown.map(fromAuditRow), nextCursor: last === undefined ? null : toCursorText(last) }
}

/**
 * Records are in the order of their times, as far as `disorderMs` says, so one before which there is none of a moment
 * is found by halving, without an index.
 */
export function* positionAt(audit: AuditStatements, moment: number): Script<number> {
  const since = moment - audit.disorderMs
  let low = 0
  let high = ((yield* firstRow(audit.lastPosition({})))?.position ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = yield* firstRow(audit.timeFrom({ position: middle }))
    if (found === undefined || found.at >= since) high = middle
    else low = found.position + 1
  }
  return low
}
