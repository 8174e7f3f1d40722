/** The statements on settings, compiled once. */
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'

export interface Setting {
  readonly key: string
  readonly value: string
}

export interface SettingStatements {
  readonly get: Statement<{ readonly key: string }, { readonly value: string }>
  readonly range: Statement<{ readonly from: string; readonly below: string }, Setting>
  readonly put: Statement<Setting, unknown>
  readonly remove: Statement<{ readonly key: string }, unknown>
}

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
