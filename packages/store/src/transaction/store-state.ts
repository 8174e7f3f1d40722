/** The high-water mark of time, which the last record carries too, and the count of changes. */
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'

export interface StoreState {
  /** The latest moment anybody wrote at. */
  readonly at: number
  readonly changes: number
  readonly settings_changed: number
  readonly store: string | null
  readonly generation: number
  readonly clock_epoch: number
}

export interface StoreStateStatements {
  readonly read: Statement<object, StoreState & { readonly recorded_at: number | null }>
  readonly write: Statement<StoreState, unknown>
  /** Writes down how late it has become, unless somebody has set the time anew meanwhile. */
  readonly mark: Statement<{ readonly at: number; readonly clock_epoch: number }, unknown>
}

const ONLY_ROW = 1

export function createStoreStateStatements(db: QueryBuilder): StoreStateStatements {
  return {
    read: statement(() =>
      db
        .selectFrom('store_state')
        .select((eb) => [
          'at',
          'changes',
          'settings_changed',
          'store',
          'generation',
          'clock_epoch',
          eb.selectFrom('audit_records').select('at').orderBy('position', 'desc').limit(1).as('recorded_at'),
        ])
        .where('id', '=', ONLY_ROW),
    ),
    write: statement<StoreState, unknown>((mark) =>
      db
        .updateTable('store_state')
        .set({
          at: mark('at'),
          changes: mark('changes'),
          settings_changed: mark('settings_changed'),
          store: mark('store'),
          generation: mark('generation'),
          clock_epoch: mark('clock_epoch'),
        })
        .where('id', '=', ONLY_ROW),
    ),
    mark: statement<{ readonly at: number; readonly clock_epoch: number }, unknown>((mark) =>
      db
        .updateTable('store_state')
        .set((eb) => ({
          at: eb
            .case()
            .when('at', '<', mark('at'))
            .then(eb.val(mark('at')))
            .else(eb.ref('at'))
            .end(),
        }))
        .where('id', '=', ONLY_ROW)
        .where('clock_epoch', '=', mark('clock_epoch')),
    ),
  }
}
