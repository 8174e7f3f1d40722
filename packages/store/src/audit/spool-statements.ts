/** The statements on how far spools are committed, compiled once. */
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'

export interface SpoolMark {
  readonly id: string
  /** The number, in the spool, of the last line that is committed. */
  readonly sequence: number
}

export interface SpoolStatements {
  readonly find: Statement<{ readonly id: string }, { readonly sequence: number }>
  readonly put: Statement<SpoolMark, unknown>
  readonly remove: Statement<{ readonly id: string }, unknown>
  readonly list: Statement<object, SpoolMark & { readonly ended: number }>
  /** Its lines may go: all of them are in the log. */
  readonly end: Statement<{ readonly id: string }, unknown>
}

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
