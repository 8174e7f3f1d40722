/**
 * A statement that is compiled once, at its first use, and from then on only given values: compiling costs more than
 * running does. Parameters are marked while building, and the marks are replaced in the order the compiler left them.
 */
import type { Compilable } from 'kysely'
import type { Query } from './query.ts'

export type Statement<Values, Row> = (values: Values) => Query<Row>

type Mark<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

const MARKED: unique symbol = Symbol('parameter')

interface Marked {
  readonly [MARKED]: string
}

export function statement<Values, Row>(build: (mark: Mark<Values>) => Compilable<Row>): Statement<Values, Row> {
  let compiled: { readonly sql: string; readonly parameters: readonly unknown[] } | null = null
  return (values) => {
    compiled ??= build((name) => ({ [MARKED]: name }) as never).compile()
    const parameters = compiled.parameters.map((parameter) =>
      isMarked(parameter) ? (values as Readonly<Record<string, unknown>>)[parameter[MARKED]] : parameter,
    )
    return { sql: compiled.sql, parameters }
  }
}

function isMarked(value: unknown): value is Marked {
  return typeof value === 'object' && value !== null && MARKED in value
}
