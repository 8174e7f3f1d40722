/**
 * Brings a file to this version's schema, once, however many processes start at the same moment: the process that gets
 * the write lock first migrates, the others find it done. A file of a newer version is used as it is while that version
 * says older ones may.
 */
import { MIGRATIONS, SCHEMA_VERSION } from '../schema/migrations.ts'
import type { Migration, SchemaDialect } from '../schema/migrations.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { Connection } from './connection.ts'
import { FULL_TEXT_SCHEMA } from './full-text.ts'

const SQLITE_SCHEMA: SchemaDialect = {
  countedKey: 'integer primary key',
  givenKey: 'integer primary key',
  text: 'text',
  withoutRowId: ' without rowid',
  holdSearch: FULL_TEXT_SCHEMA,
  openBytes: [
    `create index holds_open_bytes on holds (tenant, principal, (octet_length(body)))
      where state in ('pending', 'approved', 'dispatching')`,
  ],
  auditChains: [],
  changeLog: [],
}

export function migrate(connection: Connection, file: string, migrations: readonly Migration[] = MIGRATIONS): void {
  const target = migrations.at(-1)?.version ?? SCHEMA_VERSION
  if (readVersion(connection) < target) {
    connection.transaction('full', () => {
      const version = readVersion(connection)
      for (const migration of migrations) if (migration.version > version) apply(connection, migration)
    })
  }
  refuseNewer(connection, file, target)
}

function apply(connection: Connection, migration: Migration): void {
  for (const statement of migration.statements(SQLITE_SCHEMA)) connection.script(statement)
  connection.execute({
    sql: 'update store_state set minimum_reader = max(minimum_reader, ?) where id = 1',
    parameters: [migration.minimumReader],
  })
  connection.script(`pragma user_version = ${migration.version}`)
}

function refuseNewer(connection: Connection, file: string, ours: number): void {
  if (readVersion(connection) <= ours) return
  const [state] = connection.execute({
    sql: 'select minimum_reader from store_state where id = 1',
    parameters: [],
  }) as [{ minimum_reader: number }]
  if (state.minimum_reader <= ours) return
  throw new StoreUnavailableError(
    `The store ${file} was made by a newer version: it needs schema ${state.minimum_reader}, this version knows ${ours}.`,
    { hint: 'Update Holdpoint here to the version the other processes run.' },
  )
}

function readVersion(connection: Connection): number {
  const [row] = connection.execute({ sql: 'pragma user_version', parameters: [] }) as [{ user_version: number }]
  return row.user_version
}
