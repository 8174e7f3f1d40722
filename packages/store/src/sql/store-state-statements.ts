/** The statements on the one row of the store's state, compiled once. */
import type { StoreState, StoreStateStatements } from '../transaction/store-state.ts'
import { mustBeWritten } from '../transaction/store-state.ts'
import type { QueryBuilder } from './query-builder.ts'
import { statement } from './statement.ts'

const ONLY_ROW = 1

export function createStoreStateStatements(db: QueryBuilder): StoreStateStatements {
  const write = statement<StoreState, unknown>((mark) =>
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
  )

  return {
    carry: (carried) => (mustBeWritten(carried) ? [write(carried.after)] : []),
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
