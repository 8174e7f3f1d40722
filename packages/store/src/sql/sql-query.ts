/** One compiled statement with its values: what a query is on a database that speaks SQL. */
import type { Query } from '../query/query.ts'

export type SqlQuery<Row = unknown> = Query<Row> & {
  readonly sql: string
  readonly parameters: readonly unknown[]
}
