/** Says whether SQL only reads. A value of this type is costly to load; see `load-sql-reader.ts`. */
export interface SqlReader {
  /** `context` is plain data: a reader may sit behind a worker. */
  read(sql: string, context?: SqlContext): SqlReading
}

/** What is known of the database behind a tool. */
export interface SqlContext {
  /** `null`: not configured. Then every engine counts. */
  readonly engine: SqlEngine | null
  /** Functions that the operator says change nothing, as they are written: `total`, `app.total`. */
  readonly functions: readonly string[]
}

/**
 * One statement, and what is known of the database it is meant for: another engine may read the same text otherwise.
 */
export interface SqlStatement {
  readonly text: string
  readonly context: SqlContext
}

export const SQL_ENGINES = [
  'postgres',
  'mysql',
  'mariadb',
  'sqlite',
  'bigquery',
  'duckdb',
  'snowflake',
  'sqlserver',
] as const

export type SqlEngine = (typeof SQL_ENGINES)[number]

export const ANY_ENGINE: SqlContext = { engine: null, functions: [] }

export interface SqlReading {
  /**
   * `doubtful`: a parser accepts it, but it is not known to only read. `unparsed`: no parser accepts it. Both are to be
   * treated like a write.
   */
  readonly kind: 'read' | 'write' | 'doubtful' | 'unparsed'
  /** One sentence for people. */
  readonly why: string
}
