/** One page of holds, newest first. The work per page is bounded by an index that carries every filtered column. */
import type { HoldPage, HoldQuery } from '@holdpoint/core'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../query/cursor.ts'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import { fromHoldBody } from './hold-row.ts'
import type { HoldSearch, ListedHold } from './hold-search.ts'

const EMPTY: HoldPage = { holds: [], nextCursor: null }

export function* listHolds(db: QueryBuilder, search: HoldSearch, query: HoldQuery): Script<HoldPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && after === null) return EMPTY
  const limit = pageLimit(query.limit)
  const text = query.text?.trim() ?? ''
  const find = text === '' ? findHolds(db, query, after, limit + 1) : search.find({ ...query, text }, after, limit + 1)
  if (find === null) return EMPTY
  const rows = yield* allRows(find)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    holds: shown.map(fromHoldBody),
    nextCursor: last === undefined ? null : toCursorText({ at: last.created_at, position: last.position }),
  }
}

function findHolds(db: QueryBuilder, query: HoldQuery, after: Cursor | null, limit: number): Query<ListedHold> {
  let found = db.selectFrom('holds').select(['position', 'created_at', 'body'])
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
