// Opens the warehouse's file, creating and filling it once, also when several processes start on it at the same moment.
// It refuses a file that is another program's database. A lock held longer than five seconds is an error, never a
// half-done write.

import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { seed } from './seed.ts'

export type SqlValue = string | number | null

export interface Database {
  readonly connection: DatabaseSyncInstance
  readonly all: <Row>(sql: string, ...values: readonly SqlValue[]) => Row[]
  readonly one: <Row>(sql: string, ...values: readonly SqlValue[]) => Row | undefined
  readonly run: (sql: string, ...values: readonly SqlValue[]) => number
  /** The next number of a series. Numbers are never reused, so that an old id cannot come to mean a new thing. */
  readonly next: (series: string) => number
  readonly now: () => string
}

export type Opened =
  | { readonly kind: 'opened'; readonly database: Database }
  | { readonly kind: 'refused'; readonly reason: string }

const lockPatienceMs = 5000

export function openDatabase(file: string, clock: () => Date): Opened {
  let connection: DatabaseSyncInstance
  try {
    connection = new DatabaseSync(file, { timeout: lockPatienceMs })
  } catch (error) {
    return { kind: 'refused', reason: `cannot open ${file} (${messageOf(error)}). Does its folder exist?` }
  }
  const database = createDatabase(connection, clock)
  try {
    switchToWriteAheadLog(connection)
    connection.exec('PRAGMA synchronous = NORMAL')
    const problem = prepare(database)
    if (problem === undefined) return { kind: 'opened', database }
    connection.close()
    return { kind: 'refused', reason: `${file} ${problem}. Name another file.` }
  } catch (error) {
    connection.close()
    return { kind: 'refused', reason: `cannot use ${file} as a warehouse: ${messageOf(error)}. Name another file.` }
  }
}

function createDatabase(connection: DatabaseSyncInstance, clock: () => Date): Database {
  const statements = new Map<string, StatementSyncInstance>()
  const statement = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = connection.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    connection,
    all: (sql, ...values) => statement(sql).all(...values),
    one: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => statement(sql).run(...values).changes,
    next: (series) =>
      statement(
        'INSERT INTO counters VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last',
      ).get(series).last,
    now: () => clock().toISOString(),
  }
}

// SQLite answers "locked" at once, without its busy wait, when two connections change the journal mode together.
function switchToWriteAheadLog(connection: DatabaseSyncInstance): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const giveUpAt = performance.now() + lockPatienceMs
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!messageOf(error).includes('locked') || performance.now() > giveUpAt) throw error
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}

// The check and the creation share one write transaction: of two first runs, one creates and the other finds it done.
function prepare(database: Database): string | undefined {
  const { connection } = database
  connection.exec('BEGIN IMMEDIATE')
  try {
    const problem = prepareInTransaction(database)
    connection.exec(problem === undefined ? 'COMMIT' : 'ROLLBACK')
    return problem
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function prepareInTransaction(database: Database): string | undefined {
  const { connection, one } = database
  const version = one<{ user_version: number }>('PRAGMA user_version')?.user_version
  const owner = one<{ application_id: number }>('PRAGMA application_id')?.application_id
  if (owner === applicationId) {
    return version === schemaVersion ? undefined : `is a warehouse of version ${version}, not ${schemaVersion}`
  }
  const tables = one<{ count: number }>('SELECT count(*) AS count FROM sqlite_schema')?.count
  if (owner !== 0 || version !== 0 || tables !== 0) return 'is the database of another program'
  connection.exec(schema)
  seed(database)
  connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
  return undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
