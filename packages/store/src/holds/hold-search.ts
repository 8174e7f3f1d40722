/** The seam for looking up words: each database has its own machinery for it. */
import type { Hold, HoldQuery } from '@holdpoint/core'
import type { Cursor } from '../query/cursor.ts'
import type { Query } from '../query/query.ts'
import type { ListedRow } from './listed-row.ts'

export interface HoldSearch {
  /** What to run after a hold was written; `before` is the hold as it was, `null` for a new one. */
  readonly index: (position: number, hold: Hold, before: Hold | null) => readonly Query[]
  /** `null` where the text holds no word at all, so nothing can match. */
  readonly find: (
    query: HoldQuery & { readonly text: string },
    after: Cursor | null,
    limit: number,
  ) => Query<ListedRow> | null
}
