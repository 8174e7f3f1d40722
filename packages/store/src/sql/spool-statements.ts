/** The statements on how far spools are committed, compiled once. */
import type { SpoolMark, SpoolStatements } from '../audit/spool-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import { statement } from './statement.ts'

export function createSpoolStatements(db: QueryBuilder): SpoolStatements {
  return {
    find: statement<{ readonly id: string }, { readonly sequence: number }>((mark) =>
      db.selectFrom('audit_spools').select('sequence').where('id', '=', mark('id')),
    ),
    put: statement<SpoolMark, unknown>((mark) =>
      db
        .insertInto('audit_spools')
        .values({ id: mark('id'), sequence: mark('sequence') })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({ sequence: eb.ref('excluded.sequence') })),
        ),
    ),
    remove: statement<{ readonly id: string }, unknown>((mark) =>
      db.deleteFrom('audit_spools').where('id', '=', mark('id')),
    ),
    list: statement(() => db.selectFrom('audit_spools').select(['id', 'sequence', 'ended'])),
    end: statement<{ readonly id: string }, unknown>((mark) =>
      db.updateTable('audit_spools').set({ ended: 1 }).where('id', '=', mark('id')),
    ),
  }
}
