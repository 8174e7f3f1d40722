// DuckDB's own list (`duckdb_functions()`), which says of each function whether it has side effects, and keeps
// functions that stand in FROM apart. Of those only the ones below are harmless: most read files, settings or secrets.
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Not harmless, whatever the list says. */
const OUT = {
  getenv: 'reads the environment',
  query: 'runs the SQL in its text',
  json_execute_serialized_sql: 'runs the SQL in its text',
  json_serialize_plan: 'plans the SQL in its text',
  error: 'ends the statement',
  pg_sleep: 'waits',
  sleep_ms: 'waits',
  current_transaction_id: 'takes a transaction number',
  txid_current: 'takes a transaction number',
  getvariable: 'reads what another statement set',
  stats: 'for DuckDB itself',
}
/** With side effects by the list, and admitted: values that differ, and what the session knows of itself. */
const ADMITTED =
  'random gen_random_uuid uuid uuidv4 uuidv7 currval current_query current_connection_id current_query_id'
const TABLES = `generate_series range unnest json_each json_tree repeat histogram histogram_values summary duckdb_columns
  duckdb_constraints duckdb_databases duckdb_functions duckdb_indexes duckdb_keywords duckdb_schemas duckdb_sequences
  duckdb_settings duckdb_tables duckdb_types duckdb_views duckdb_extensions pragma_table_info pragma_database_size
  pragma_version pragma_show pragma_storage_info`
const MACHINERY = /^__internal|^icu_collate_|^list_(?:kurtosis|sem|mad)|_escape$|_byte_comparable$|^create_sort_key$/

/** `folder` holds an installation of `@duckdb/node-api`. */
export async function readDuckdb(folder) {
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
  const [{ version }] = await rows('SELECT version() AS version')
  const functions = await rows(
    'SELECT lower(function_name) AS name, function_type AS type, has_side_effects AS acts FROM duckdb_functions()',
  )
  connection.closeSync()
  const admitted = new Set(ADMITTED.split(/\s+/))
  const tables = new Set(TABLES.split(/\s+/))
  const isTable = ({ type }) => type.startsWith('table')
  // Pragmas cannot be called in a SELECT.
  const callable = functions.filter(({ type }) => type !== 'pragma')
  const named = callable.filter(({ name }) => /^[a-z]\w*$/.test(name) && !MACHINERY.test(name))
  const operators = new Set(callable.map(({ name }) => name).filter((name) => /^[^a-z_]+$/.test(name)))
  operators.add('==')
  const unsafe = new Set(Object.keys(OUT))
  for (const row of named) if (row.acts === true && !isTable(row) && !admitted.has(row.name)) unsafe.add(row.name)
  const unsafeTables = new Set(named.filter((row) => isTable(row) && !tables.has(row.name)).map(({ name }) => name))
  const harmless = new Set(
    named.filter((row) => (isTable(row) ? tables.has(row.name) : !unsafe.has(row.name))).map(({ name }) => name),
  )
  return { engine: `DuckDB ${version.replace(/^v/, '')}`, harmless, unsafe, unsafeTables, operators }
}
