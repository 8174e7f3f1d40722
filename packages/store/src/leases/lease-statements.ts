/** The statements on leases, compiled once: the leases in force are read with every change of a hold. */
import type { Lease } from '@holdpoint/core'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'

export interface LeaseStatements {
  readonly find: Statement<{ readonly name: string }, Lease>
  readonly inForce: Statement<{ readonly now: number }, Lease>
  readonly put: Statement<Lease, unknown>
  readonly remove: Statement<{ readonly name: string; readonly fence: number }, unknown>
  /** Nobody asks for what lapsed so long ago. */
  readonly forget: Statement<{ readonly before: number }, unknown>
  readonly nextFence: Statement<object, { readonly fence: number }>
}

const ONLY_ROW = 1

export function createLeaseStatements(db: QueryBuilder): LeaseStatements {
  return {
    find: statement<{ readonly name: string }, Lease>((mark) =>
      db.selectFrom('leases').select(['name', 'holder', 'until', 'fence']).where('name', '=', mark('name')),
    ),
    inForce: statement<{ readonly now: number }, Lease>((mark) =>
      db.selectFrom('leases').select(['name', 'holder', 'until', 'fence']).where('until', '>', mark('now')),
    ),
    put: statement<Lease, unknown>((mark) =>
      db
        .insertInto('leases')
        .values({ name: mark('name'), holder: mark('holder'), until: mark('until'), fence: mark('fence') })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((eb) => ({
            holder: eb.ref('excluded.holder'),
            until: eb.ref('excluded.until'),
            fence: eb.ref('excluded.fence'),
          })),
        ),
    ),
    remove: statement<{ readonly name: string; readonly fence: number }, unknown>((mark) =>
      db.deleteFrom('leases').where('name', '=', mark('name')).where('fence', '=', mark('fence')),
    ),
    forget: statement<{ readonly before: number }, unknown>((mark) =>
      db.deleteFrom('leases').where('until', '<', mark('before')),
    ),
    nextFence: statement(() =>
      db
        .updateTable('lease_fences')
        .set((eb) => ({ fence: eb('fence', '+', 1) }))
        .where('id', '=', ONLY_ROW)
        .returning('fence'),
    ),
  }
}
