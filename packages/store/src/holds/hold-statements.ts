/**
 * The statements on holds that stand on the path of a call, compiled once. Both writes carry the deadline in their own
 * predicate: a row is written only while `before` still lies ahead of `now`.
 */
import type { HoldState } from '@holdpoint/core'
import { sql } from 'kysely'
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'
import type { HoldRow } from './hold-row.ts'

export interface StoredHold {
  readonly position: number
  readonly body: string
}

export interface Deadline {
  readonly before: number
  readonly now: number
}

export interface Overdue {
  readonly now: number
  readonly limit: number
}

export interface HoldStatements {
  readonly byId: Statement<{ readonly id: string }, StoredHold>
  readonly newestByKey: Statement<{ readonly key: string }, StoredHold>
  readonly insert: Statement<HoldRow & Deadline, { readonly position: number }>
  readonly update: Statement<HoldRow & Deadline & { readonly expected: number }, { readonly position: number }>
  readonly inState: Statement<{ readonly state: HoldState; readonly limit: number }, { readonly body: string }>
  readonly inSession: Statement<
    { readonly session: string; readonly state: HoldState; readonly limit: number },
    { readonly body: string }
  >
  readonly undecided: Statement<Overdue, { readonly body: string }>
  readonly unexecuted: Statement<Overdue, { readonly body: string }>
  readonly changedSince: Statement<
    { readonly sequence: number; readonly limit: number },
    { readonly id: string; readonly change_sequence: number }
  >
}

const COLUMNS = [
  'id',
  'revision',
  'state',
  'key',
  'tenant',
  'principal',
  'client',
  'session',
  'server',
  'server_identity',
  'tool',
  'risk',
  'scope',
  'definition_hash',
  'created_at',
  'decide_by',
  'execute_by',
  'decided_at',
  'ended_at',
  'change_sequence',
  'body',
] as const satisfies readonly (keyof HoldRow)[]

export function createHoldStatements(db: QueryBuilder): HoldStatements {
  return {
    byId: statement<{ readonly id: string }, StoredHold>((mark) =>
      db.selectFrom('holds').select(['position', 'body']).where('id', '=', mark('id')),
    ),
    newestByKey: statement<{ readonly key: string }, StoredHold>((mark) =>
      db
        .selectFrom('holds')
        .select(['position', 'body'])
        .where('key', '=', mark('key'))
        .orderBy('position', 'desc')
        .limit(1),
    ),
    insert: statement<HoldRow & Deadline, { readonly position: number }>((mark) =>
      db
        .insertInto('holds')
        .columns(COLUMNS)
        .expression(
          db
            .selectNoFrom((eb) => COLUMNS.map((column) => eb.val(mark(column)).as(column)))
            .where((eb) => eb(eb.val(mark('before')), '>', eb.val(mark('now')))),
        )
        .returning('position'),
    ),
    update: statement<HoldRow & Deadline & { readonly expected: number }, { readonly position: number }>((mark) =>
      db
        .updateTable('holds')
        .set(Object.fromEntries(COLUMNS.map((column) => [column, mark(column)])) as unknown as HoldRow)
        .where('id', '=', mark('id'))
        .where('revision', '=', mark('expected'))
        .where((eb) => eb(eb.val(mark('before')), '>', eb.val(mark('now'))))
        .returning('position'),
    ),
    inState: statement<{ readonly state: HoldState; readonly limit: number }, { readonly body: string }>((mark) =>
      db
        .selectFrom('holds')
        .select('body')
        .where('state', '=', mark('state'))
        .orderBy('created_at')
        .orderBy('position')
        .limit(mark('limit')),
    ),
    inSession: statement<
      { readonly session: string; readonly state: HoldState; readonly limit: number },
      { readonly body: string }
    >((mark) =>
      db
        .selectFrom('holds')
        .select('body')
        .where('state', '=', mark('state'))
        .where('session', '=', mark('session'))
        .orderBy('created_at')
        .orderBy('position')
        .limit(mark('limit')),
    ),
    // The state is spelled out, so that the small index on just this state is taken.
    undecided: statement<Overdue, { readonly body: string }>((mark) =>
      db
        .selectFrom('holds')
        .select('body')
        .where('state', '=', sql.lit('pending'))
        .where('decide_by', '<=', mark('now'))
        .orderBy('decide_by')
        .limit(mark('limit')),
    ),
    unexecuted: statement<Overdue, { readonly body: string }>((mark) =>
      db
        .selectFrom('holds')
        .select('body')
        .where('state', '=', sql.lit('approved'))
        .where('execute_by', '<=', mark('now'))
        .orderBy('execute_by')
        .limit(mark('limit')),
    ),
    changedSince: statement<
      { readonly sequence: number; readonly limit: number },
      { readonly id: string; readonly change_sequence: number }
    >((mark) =>
      db
        .selectFrom('holds')
        .select(['id', 'change_sequence'])
        .where('change_sequence', '>', mark('sequence'))
        .orderBy('change_sequence')
        .limit(mark('limit')),
    ),
  }
}
