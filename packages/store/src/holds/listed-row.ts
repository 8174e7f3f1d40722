/**
 * Rows of holds for lists, sweeps and streams: the body where it is small, else the head that was written with it. A body
 * whose head is not there or is older (a version wrote it that knows of no heads) is read after all, one at a time, and cut.
 */
import { LARGEST_LISTED_BYTES, cutHold } from '@holdpoint/core'
import type { ListedHold } from '@holdpoint/core'
import { sql } from 'kysely'
import type { AliasedRawBuilder } from 'kysely'
import type { Query } from '../query/query.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'
import { fromHoldBody, fromHoldHead } from './hold-row.ts'

export interface ListedRow {
  readonly position: number
  readonly created_at: number
  /** `null` where it is large. */
  readonly body: string | null
  /** `null` where it is not there, or not of this revision. */
  readonly head: string | null
}

const SMALL_BODY = `case when octet_length(holds.body) <= ${LARGEST_LISTED_BYTES} then holds.body end`
const HEAD = `(select head from hold_heads
  where hold_heads.position = holds.position and hold_heads.revision = holds.revision)`

export const LISTED_COLUMNS: readonly [
  'holds.position',
  'holds.created_at',
  AliasedRawBuilder<string | null, 'body'>,
  AliasedRawBuilder<string | null, 'head'>,
] = [
  'holds.position',
  'holds.created_at',
  sql.raw<string | null>(SMALL_BODY).as('body'),
  sql.raw<string | null>(HEAD).as('head'),
]

/** The same, for a statement written by hand. */
export const LISTED_COLUMNS_TEXT: string = `holds.position, holds.created_at, ${SMALL_BODY} as body, ${HEAD} as head`

export type BodyByPosition = Statement<{ readonly position: number }, { readonly body: string }>

export function createBodyByPosition(db: QueryBuilder): BodyByPosition {
  return statement<{ readonly position: number }, { readonly body: string }>((mark) =>
    db.selectFrom('holds').select('body').where('position', '=', mark('position')),
  )
}

export function* toListedHold(row: ListedRow, bodyOf: BodyByPosition): Script<ListedHold | null> {
  if (row.body !== null) return fromHoldBody({ body: row.body })
  if (row.head !== null) return fromHoldHead(row.head)
  const found = yield* firstRow(bodyOf({ position: row.position }) as Query<{ readonly body: string }>)
  return found === undefined ? null : cutHold(fromHoldBody(found))
}
