/** What one engine says of its own functions. */
/** Names in lower case, between blanks. A name with a dot is one of a schema that belongs to the engine. */
export interface FunctionLists {
  readonly harmless: string
  /** Known to the engine, and doing more than compute in at least one of its forms. */
  readonly unsafe: string
  /** The same of functions that stand in FROM alone. */
  readonly unsafeTables: string
  /** Where users can define operators: those of the engine. */
  readonly operators: string
  /** Where `row.name` may be a call: functions that give rows of several columns, in each of their forms. */
  readonly records: string
}
