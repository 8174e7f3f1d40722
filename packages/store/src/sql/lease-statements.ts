/** The statements on leases, compiled once: the leases in force are read with every change of a hold. */
import type { Lease } from '@holdpoint/core'
import type { LeaseStatements } from '../leases/lease-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import { statement } from './statement.ts'

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
    shorten: statement<{ readonly back: number }, unknown>((mark) =>
      db.updateTable('leases').set((eb) => ({ until: eb('until', '-', mark('back')) })),
    ),
    skipFences: statement<{ readonly count: number }, unknown>((mark) =>
      db.updateTable('lease_fences').set((eb) => ({ fence: eb('fence', '+', mark('count')) })),
    ),
  }
}
