/**
 * A transaction written once for every database: a generator that yields queries and receives their rows. An embedded
 * database runs it to its end in one go, since a transaction that spans an `await` would lock out every other writer; a
 * database behind a network awaits each query. A script refuses to know which of the two runs it.
 */
import type { Query } from './query.ts'

export type Script<Answer> = Generator<Query, Answer, readonly unknown[]>

export function* allRows<Row>(query: Query<Row>): Script<readonly Row[]> {
  return (yield query) as readonly Row[]
}

export function* firstRow<Row>(query: Query<Row>): Script<Row | undefined> {
  return ((yield query) as readonly Row[])[0]
}

/** Runs a script to its end without giving up control. */
export function runScript<Answer>(script: Script<Answer>, execute: (query: Query) => readonly unknown[]): Answer {
  let turn = script.next()
  while (turn.done !== true) turn = script.next(execute(turn.value))
  return turn.value
}
