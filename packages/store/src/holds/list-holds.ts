/** One page of holds, newest first. The work per page is bounded by an index that carries every filtered column, its size in bytes. */
import { LARGEST_LISTED_BYTES } from '@holdpoint/core'
import type { HoldPage, HoldQuery, ListedHold } from '@holdpoint/core'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../query/cursor.ts'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { HoldContext } from './change-hold.ts'
import { LISTED_COLUMNS, toListedHold } from './listed-row.ts'
import type { ListedRow } from './listed-row.ts'

const EMPTY: HoldPage = { holds: [], nextCursor: null }

/** Rows are fetched in parts, and a page ends where it has so many bytes: whoever wants more asks for the next one. */
const ROWS_AT_ONCE = 200
const LARGEST_PAGE_BYTES = 4 * 1024 * 1024

export function* listHolds(db: QueryBuilder, context: HoldContext, query: HoldQuery): Script<HoldPage> {
  let after = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && after === null) return EMPTY
  const limit = pageLimit(query.limit)
  const text = query.text?.trim() ?? ''
  const holds: ListedHold[] = []
  let bytes = 0
  for (;;) {
    const wanted = Math.min(limit - holds.length, ROWS_AT_ONCE)
    const find =
      text === '' ? findHolds(db, query, after, wanted + 1) : context.search.find({ ...query, text }, after, wanted + 1)
    if (find === null) return EMPTY
    const rows = yield* allRows(find)
    for (const row of rows.slice(0, wanted)) {
      const hold = yield* toListedHold(row, context.holds.bodyByPosition)
      if (hold !== null) holds.push(hold)
      after = { at: row.created_at, position: row.position }
      bytes += (row.body ?? row.head)?.length ?? LARGEST_LISTED_BYTES
      if (bytes >= LARGEST_PAGE_BYTES) break
    }
    if (rows.length <= wanted && bytes < LARGEST_PAGE_BYTES) return { holds, nextCursor: null }
    if (holds.length >= limit || bytes >= LARGEST_PAGE_BYTES) {
      return { holds, nextCursor: after === null ? null : toCursorText(after) }
    }
  }
}

function findHolds(db: QueryBuilder, query: HoldQuery, after: Cursor | null, limit: number): Query<ListedRow> {
  let found = db.selectFrom('holds').select(LISTED_COLUMNS)
  if (query.state !== null) found = found.where('state', '=', query.state)
  if (query.tenant !== null) found = found.where(besideTheIndex('tenant'), '=', query.tenant)
  if (query.server !== null) found = found.where(besideTheIndex('server'), '=', query.server)
  if (query.tool !== null) found = found.where(besideTheIndex('tool'), '=', query.tool)
  if (query.risk !== null) found = found.where(besideTheIndex('risk'), '=', query.risk)
  if (after !== null) {
    found = found.where((eb) => eb(eb.refTuple('created_at', 'position'), '<', eb.tuple(after.at, after.position)))
  }
  return found.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(limit).compile()
}

/**
 * A planner without statistics takes any index that starts with a filtered column, and then sorts all it found. Written
 * as an expression the filter is applied while walking the index that is already in the page's order.
 */
function besideTheIndex(column: 'tenant' | 'server' | 'tool' | 'risk'): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
