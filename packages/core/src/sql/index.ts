/** Reading SQL with real parsers. Costly to load: import this only where SQL is at hand. */
export { loadSqlReader } from './load-sql-reader.ts'
export type { SqlContext, SqlEngine, SqlReader, SqlReading, SqlStatement } from './sql-reader.ts'
