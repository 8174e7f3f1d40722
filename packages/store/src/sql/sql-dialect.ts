/**
 * What databases differ in, beyond what the compiler of their SQL spells for them: how transactions stand to each
 * other, and what their planners need.
 */
import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** A select that can lock what it finds until its transaction ends. */
interface LockableSelect {
  readonly forUpdate: (of?: string) => LockableSelect
  readonly skipLocked: () => LockableSelect
}

export interface SqlDialect {
  /** One writer at a time, with one chain of records; or transactions side by side, and a chain for each writer. */
  readonly writers: 'one' | 'many'
  /** A row is read to be changed: no other transaction changes it meanwhile. */
  readonly lock: <Select>(select: Select) => Select
  /** The same for rows of one table, leaving out those that another transaction is changing. */
  readonly lockFree: <Select>(select: Select, of: string) => Select
  /** A column as it is compared where an index on it would lead the planner astray. */
  readonly textBesideTheIndex: (column: string) => RawBuilder<string>
  readonly numberBesideTheIndex: (column: string) => RawBuilder<number>
  /** What a hold's body takes, as the index on what open holds take has it. */
  readonly bodyBytes: RawBuilder<number>
  /** Time as late as the database knows it, and no earlier than `given`. */
  readonly atLeast: (given: Expression<number>) => Expression<number>
}

/**
 * One connection writes at a time, so nothing has to be locked. The planner has no statistics: it takes any index that
 * starts with a filtered column and then sorts all it found, so such a column is written as an expression.
 */
export const SQLITE_DIALECT: SqlDialect = {
  writers: 'one',
  lock: (select) => select,
  lockFree: (select) => select,
  textBesideTheIndex: (column) => sql`${sql.ref(column)} || ''`,
  numberBesideTheIndex: (column) => sql`${sql.ref(column)} + 0`,
  bodyBytes: sql`octet_length(body)`,
  atLeast: (given) => given,
}

/** In SQL, as whole milliseconds. It goes on within a transaction. */
export const DATABASE_TIME_TEXT = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** The planner has statistics, and the database a clock of its own. */
export const POSTGRES_DIALECT: SqlDialect = {
  writers: 'many',
  lock: (select) => (select as LockableSelect).forUpdate() as typeof select,
  lockFree: (select, of) => (select as LockableSelect).forUpdate(of).skipLocked() as typeof select,
  textBesideTheIndex: (column) => sql.ref(column),
  numberBesideTheIndex: (column) => sql.ref(column),
  bodyBytes: sql`body_bytes`,
  atLeast: (given) => sql`greatest(${given}, ${sql.raw(DATABASE_TIME_TEXT)})`,
}
