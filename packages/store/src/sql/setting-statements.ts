/** The statements on settings, compiled once. */
import type { Setting, SettingStatements } from '../settings/setting-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import { statement } from './statement.ts'

export function createSettingStatements(db: QueryBuilder): SettingStatements {
  return {
    get: statement<{ readonly key: string }, { readonly value: string }>((mark) =>
      db.selectFrom('settings').select('value').where('key', '=', mark('key')),
    ),
    range: statement<{ readonly from: string; readonly below: string }, Setting>((mark) =>
      db
        .selectFrom('settings')
        .select(['key', 'value'])
        .where('key', '>=', mark('from'))
        .where('key', '<', mark('below'))
        .orderBy('key'),
    ),
    put: statement<Setting, unknown>((mark) =>
      db
        .insertInto('settings')
        .values({ key: mark('key'), value: mark('value') })
        .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))),
    ),
    remove: statement<{ readonly key: string }, unknown>((mark) =>
      db.deleteFrom('settings').where('key', '=', mark('key')),
    ),
  }
}
