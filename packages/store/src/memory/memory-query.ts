/**
 * What a query is in memory: a function that answers rows. It runs when the script comes to it, not when it is made.
 */
import type { Query } from '../query/query.ts'

export type MemoryQuery<Row = unknown> = Query<Row> & { readonly run: () => readonly Row[] }

export function memoryQuery<Row>(run: () => readonly Row[]): MemoryQuery<Row> {
  return { run }
}

/** A query that only writes. */
export function memoryWrite(run: () => void): MemoryQuery<never> {
  return memoryQuery(() => {
    run()
    return []
  })
}

/** Queries come from the statements of this folder. */
export function runMemoryQuery(query: Query): readonly unknown[] {
  return (query as MemoryQuery).run()
}
