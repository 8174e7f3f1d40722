/** Says whether SQL only reads. A value of this type is costly to load; see `load-sql-reader.ts`. */
export interface SqlReader {
  read(sql: string): SqlReading
}

export interface SqlReading {
  /** `unparsed` is to be treated like a write. */
  readonly kind: 'read' | 'write' | 'unparsed'
  /** One sentence for people. */
  readonly why: string
}
