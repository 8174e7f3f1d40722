/** One page of holds, newest first. Its size in bytes is bounded. */
import { LARGEST_LISTED_BYTES } from '@holdpoint/core'
import type { HoldPage, HoldQuery, ListedHold } from '@holdpoint/core'
import { readCursor, toCursorText } from '../query/cursor.ts'
import { pageLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { HoldContext } from './change-hold.ts'
import { toListedHold } from './listed-row.ts'

const EMPTY: HoldPage = { holds: [], nextCursor: null }

/** Rows are fetched in parts, and a page ends at a number of bytes; the caller asks for the next page. */
const ROWS_AT_ONCE = 200
const LARGEST_PAGE_BYTES = 4 * 1024 * 1024

export function* listHolds(context: HoldContext, query: HoldQuery): Script<HoldPage> {
  let after = query.cursor === null ? null : readCursor(query.cursor)
  if (query.cursor !== null && after === null) return EMPTY
  const limit = pageLimit(query.limit)
  const text = query.text?.trim() ?? ''
  const holds: ListedHold[] = []
  let bytes = 0
  for (;;) {
    const wanted = Math.min(limit - holds.length, ROWS_AT_ONCE)
    const find =
      text === ''
        ? context.holds.find({ query, after, limit: wanted + 1 })
        : context.search.find({ ...query, text }, after, wanted + 1)
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
