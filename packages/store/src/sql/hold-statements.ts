/**
 * The statements on holds; those on the path of a call are compiled once. Both writes carry the deadline in their own
 * predicate.
 */
import type { HoldState } from '@holdpoint/core'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { HoldRow } from '../holds/hold-row.ts'
import type { Deadline, HoldStatements, Overdue, StoredHold, TakenBytes } from '../holds/hold-statements.ts'
import type { ListedRow } from '../holds/listed-row.ts'
import type { HoldHeadsTable } from '../schema/tables.ts'
import { countHolds, findHolds } from './find-holds.ts'
import { LISTED_COLUMNS } from './listed-columns.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { statement } from './statement.ts'

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

/** Spelled as the index on what open holds take spells it, so that it is taken. */
const OPEN = sql<boolean>`state in ('pending', 'approved', 'dispatching')`

export function createHoldStatements(db: QueryBuilder, dialect: SqlDialect): HoldStatements {
  /**
   * Both are typed: of values alone, a database may take them for texts, and of texts, 999 comes after 1000. The time is
   * at least the one that the step was told.
   */
  function stillAhead(before: number, now: number): Expression<SqlBool> {
    return sql<SqlBool>`cast(${before} as bigint) > ${dialect.atLeast(sql<number>`cast(${now} as bigint)`)}`
  }

  return {
    byId: statement<{ readonly id: string }, StoredHold>((mark) =>
      db.selectFrom('holds').select(['position', 'body']).where('id', '=', mark('id')),
    ),
    lockById: statement<{ readonly id: string }, StoredHold>((mark) =>
      dialect.lock(db.selectFrom('holds').select(['position', 'body']).where('id', '=', mark('id'))),
    ),
    lockNewestByKey: statement<{ readonly key: string }, StoredHold>((mark) =>
      dialect.lock(
        db
          .selectFrom('holds')
          .select(['position', 'body'])
          .where('key', '=', mark('key'))
          .orderBy('position', 'desc')
          .limit(1),
      ),
    ),
    listedById: statement<{ readonly id: string }, ListedRow>((mark) =>
      db.selectFrom('holds').select(LISTED_COLUMNS).where('id', '=', mark('id')),
    ),
    bodyByPosition: statement<{ readonly position: number }, { readonly body: string }>((mark) =>
      db.selectFrom('holds').select('body').where('position', '=', mark('position')),
    ),
    putHead: statement<HoldHeadsTable, unknown>((mark) =>
      db
        .insertInto('hold_heads')
        .values({ position: mark('position'), revision: mark('revision'), head: mark('head') })
        .onConflict((conflict) =>
          conflict.column('position').doUpdateSet((eb) => ({
            revision: eb.ref('excluded.revision'),
            head: eb.ref('excluded.head'),
          })),
        ),
    ),
    takenBytes: statement<{ readonly tenant: string; readonly principal: string }, TakenBytes>((mark) =>
      db
        .selectFrom('holds')
        .select((eb) => [
          eb.fn.sum<number | null>(dialect.bodyBytes).as('of_tenant'),
          eb.fn
            .sum<number | null>(eb.case().when('principal', '=', mark('principal')).then(dialect.bodyBytes).end())
            .as('of_principal'),
        ])
        .where('tenant', '=', mark('tenant'))
        .where(OPEN),
    ),
    insert: statement<HoldRow & Deadline, { readonly position: number }>((mark) =>
      db
        .insertInto('holds')
        .columns(COLUMNS)
        .expression(
          db
            .selectNoFrom((eb) => COLUMNS.map((column) => eb.val(mark(column)).as(column)))
            .where(stillAhead(mark('before'), mark('now'))),
        )
        .returning('position'),
    ),
    update: statement<HoldRow & Deadline & { readonly expected: number }, { readonly position: number }>((mark) =>
      db
        .updateTable('holds')
        .set(Object.fromEntries(COLUMNS.map((column) => [column, mark(column)])) as unknown as HoldRow)
        .where('id', '=', mark('id'))
        .where('revision', '=', mark('expected'))
        .where(stillAhead(mark('before'), mark('now')))
        .returning('position'),
    ),
    inState: statement<{ readonly state: HoldState; readonly limit: number }, ListedRow>((mark) =>
      db
        .selectFrom('holds')
        .select(LISTED_COLUMNS)
        .where('state', '=', mark('state'))
        .orderBy('created_at')
        .orderBy('position')
        .limit(mark('limit')),
    ),
    inSession: statement<{ readonly session: string; readonly state: HoldState; readonly limit: number }, ListedRow>(
      (mark) =>
        db
          .selectFrom('holds')
          .select(LISTED_COLUMNS)
          .where('state', '=', mark('state'))
          .where('session', '=', mark('session'))
          .orderBy('created_at')
          .orderBy('position')
          .limit(mark('limit')),
    ),
    // The state is spelled out, so that the small index on just this state is taken.
    undecided: statement<Overdue, ListedRow>((mark) =>
      db
        .selectFrom('holds')
        .select(LISTED_COLUMNS)
        .where('state', '=', sql.lit('pending'))
        .where('decide_by', '<=', mark('now'))
        .orderBy('decide_by')
        .limit(mark('limit')),
    ),
    unexecuted: statement<Overdue, ListedRow>((mark) =>
      db
        .selectFrom('holds')
        .select(LISTED_COLUMNS)
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
    find: ({ query, after, limit }) => findHolds(db, dialect, { query, after, limit }),
    count: (query) => countHolds(db, query),
    idsInState: statement<{ readonly state: HoldState; readonly limit: number }, { readonly id: string }>((mark) =>
      db.selectFrom('holds').select('id').where('state', '=', mark('state')).orderBy('position').limit(mark('limit')),
    ),
  }
}
