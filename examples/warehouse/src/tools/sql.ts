// One SQL statement, read or write, run for real on the warehouse's own tables.
// It refuses what would reach beyond them: a second statement, transaction control, other files, pragmas, triggers, and
// any change of the ledger, which must stay a true record. It cannot interrupt a statement that never ends.

import { constants, type StatementSyncInstance } from '@photostructure/sqlite'
import { z } from 'zod'
import { messageOf, type Database } from '../database.ts'
import { data, defineTool, refused, type Reply, type Tool } from '../tool.ts'

const rowCap = 100

const runSql = defineTool({
  name: 'run_sql',
  description: `Run one SQLite statement, reading or writing. At most ${rowCap} rows come back.`,
  inputSchema: z.strictObject({ sql: z.string().min(1).max(20_000) }),
  run: (database, args) => {
    database.connection.setAuthorizer((action, first, second) =>
      isForbidden(action, first, second) ? constants.SQLITE_DENY : constants.SQLITE_OK,
    )
    try {
      const reading = readStatement(database, args.sql)
      return reading.kind === 'statement' ? runStatement(reading.statement) : reading
    } catch (error) {
      return refused(`SQL error: ${messageOf(error)}`)
    } finally {
      database.connection.setAuthorizer(null)
    }
  },
})

const forbiddenActions: ReadonlySet<number> = new Set([
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
  constants.SQLITE_ATTACH,
  constants.SQLITE_DETACH,
  constants.SQLITE_PRAGMA,
  // A trigger would later change rows, the ledger's too, inside calls of other tools.
  constants.SQLITE_CREATE_TRIGGER,
  constants.SQLITE_CREATE_TEMP_TRIGGER,
  // A temporary table named like a real one would hide it from every other tool.
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_VIEW,
])

const tableChanges: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
  constants.SQLITE_DROP_TABLE,
])

const shapeChanges: ReadonlySet<number> = new Set([constants.SQLITE_ALTER_TABLE, constants.SQLITE_CREATE_INDEX])

function isForbidden(action: number, first: string | null, second: string | null): boolean {
  if (forbiddenActions.has(action)) return true
  const table = (tableChanges.has(action) ? first : shapeChanges.has(action) ? second : null)?.toLowerCase()
  // A ledger whose numbers are used up would refuse every later call. Deleting from the sequence is harmless, and
  // dropping a table needs it.
  return table === 'ledger' || (table === 'sqlite_sequence' && action !== constants.SQLITE_DELETE)
}

type Reading =
  | { readonly kind: 'statement'; readonly statement: StatementSyncInstance }
  | { readonly kind: 'refused'; readonly reason: string }

// `prepare` compiles the first statement and silently ignores the rest. SQLite's own copy of what it compiled, which
// differs from the source only where parameters were filled in, shows where that statement ends; what follows may
// compile to nothing (space, comments), and only SQLite itself can tell.
function readStatement({ connection }: Database, sql: string): Reading {
  if (sql.includes('\0')) return refused('The statement contains a NUL character.')
  const statement = connection.prepare(sql)
  const compiled = statement.expandedSQL
  if (compiled === undefined) return refused('There is no statement to run.')
  if (!sql.startsWith(compiled)) return refused('Parameters are not supported; write the values into the statement.')
  const rest = connection.prepare(sql.slice(compiled.length))
  if (rest.expandedSQL !== undefined) return refused('Only one statement at a time.')
  return { kind: 'statement', statement }
}

function runStatement(statement: StatementSyncInstance): Reply {
  if (statement.columns().length === 0) return data({ changes: statement.run().changes })
  statement.setReadBigInts(true)
  const rows: object[] = []
  for (const row of statement.iterate()) {
    if (rows.length === rowCap) return data({ rows, truncated: true })
    rows.push(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJson(value)])))
  }
  return data({ rows, truncated: false })
}

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return value
}

export const sqlTools: readonly Tool[] = [runSql]
