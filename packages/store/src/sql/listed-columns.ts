/** The columns of a row for lists: the body where it is small, and the head that was written with it. */
import { LARGEST_LISTED_BYTES } from '@holdpoint/core'
import { sql } from 'kysely'
import type { AliasedRawBuilder } from 'kysely'

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
