/**
 * The row of the store's state, which transactions here read and seldom write: they would all wait for each other at
 * it. Changes are listed in a table of their own, and the time reached is written down once a second at most.
 */
import type { Query } from '../query/query.ts'
import type { SqlQuery } from '../sql/sql-query.ts'
import type { CarriedState, StoreState, StoreStateStatements } from '../transaction/store-state.ts'
import { isAnotherLog } from '../transaction/store-state.ts'
import { toStoredJson } from './stored-text.ts'

export interface ReadState extends StoreState {
  readonly recorded_at: number | null
}

/** How much time may pass that is written down nowhere. */
export const MARK_AFTER_MS = 1000

/** `writer` names this process in the list of changes. */
export function createPostgresState(writer: string): StoreStateStatements {
  return {
    read: () => ({ sql: READ, parameters: [] }),
    carry({ before, after, changed, recorded }: CarriedState): readonly Query[] {
      const queries: SqlQuery[] = []
      if (changed.length > 0) queries.push({ sql: LIST_CHANGES, parameters: [writer, toStoredJson(changed)] })
      const { at, store, generation, clock_epoch } = after
      if (isAnotherLog({ before, after, changed, recorded })) {
        queries.push({ sql: RENAME, parameters: [at, store, generation, clock_epoch] })
      } else if (at - before.at >= MARK_AFTER_MS) queries.push(markQuery(at, clock_epoch))
      return queries
    },
    mark: ({ at, clock_epoch }) => markQuery(at, clock_epoch),
  }
}

const READ = `select at, 0 as changes, 0 as settings_changed, store, generation, clock_epoch,
  (select at from audit_records order by position desc limit 1) as recorded_at from store_state where id = 1`

const LIST_CHANGES = `insert into store_changes (writer, hold)
  select $1::text, hold from json_array_elements_text($2::json) with ordinality as given(hold, place) order by place`

const RENAME = `update store_state set at = $1, store = $2, generation = $3, clock_epoch = $4 where id = 1`

/** Where another transaction is writing it down, that will do. */
const MARK = `update store_state set at = $1::bigint where id in
  (select id from store_state where id = 1 and at < $1::bigint and clock_epoch = $2::bigint for update skip locked)`

function markQuery(at: number, epoch: number): SqlQuery {
  return { sql: MARK, parameters: [at, epoch] }
}
