/**
 * One page of the records of some kinds, from either end. No index leads to a kind, since every call that passes would
 * pay for it; so a page looks through a bounded number of records, and where it finds too few, the next one goes on
 * from there.
 */
import type { AuditBrowse, BrowsedPage } from '@holdpoint/core'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import { fromAuditRow } from './audit-row.ts'
import type { AuditStatements } from './audit-statements.ts'
import { positionAt } from './read-audit.ts'

/** How many records one page looks through: some milliseconds. */
const REACH = 20_000

export function* browseAudit(audit: AuditStatements, query: AuditBrowse): Script<BrowsedPage> {
  const start = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && start === null) return { records: [], nextCursor: null, pageCursor: query.cursor }
  const first = query.since === null ? yield* firstPosition(audit) : yield* positionAt(audit, query.since)
  const last = (yield* firstRow(audit.lastPosition({})))?.position ?? 0
  const isBackward = query.order === 'newest-first'
  const begin = start?.position ?? (isBackward ? last : first)
  const stretch = isBackward
    ? { from: Math.max(first, begin - REACH + 1), to: begin }
    : { from: begin, to: Math.min(last, begin + REACH - 1) }
  const limit = pageLimit(query.limit)
  const rows = query.kinds.length === 0 ? [] : yield* allRows(audit.browse({ query, stretch, limit: limit + 1 }))
  const shown = rows.slice(0, limit)
  const more = rows[limit]
  const beyond = isBackward ? stretch.from - 1 : stretch.to + 1
  const isBeyond = isBackward ? beyond >= first : beyond <= last
  return {
    records: shown.map(fromAuditRow),
    nextCursor: more !== undefined ? cursorAt(more.position) : isBeyond ? cursorAt(beyond) : null,
    pageCursor: cursorAt(begin),
  }
}

/** Of what is kept: a store that drops its oldest records begins later. */
function* firstPosition(audit: AuditStatements): Script<number> {
  return (yield* firstRow(audit.timeFrom({ position: 1 })))?.position ?? 1
}

/** Where a page begins, that position included. */
function cursorAt(position: number): string {
  return toCursorText({ at: 0, position })
}
