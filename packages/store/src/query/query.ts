/** One compiled statement with its values. `Row` is what each answered row looks like; it exists for the type checker only. */
export interface Query<Row = unknown> {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly row?: Row
}
