/**
 * What a script asks of its database: one query, made by that database's own statements. Scripts pass it on without
 * looking inside, so they are the same on every database; only the connection that runs it knows what it is. `Row` is
 * what each answered row looks like; it exists for the type checker only.
 */
export type Query<Row = unknown> = object & { readonly row?: Row }

/** A query that waits for its values. */
export type Statement<Values, Row> = (values: Values) => Query<Row>
