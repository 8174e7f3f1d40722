/**
 * A statement that is compiled once, at its first use, and from then on only given values: compiling costs more than
 * running does. Parameters are marked while building, and the marks are replaced in the order the compiler left them.
 */
import type { Compilable } from 'kysely'
import type { SqlQuery } from './sql-query.ts'

export type ParameterMark<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

const MARKED: unique symbol = Symbol('parameter')

interface Marked {
  readonly [MARKED]: string
}

export function statement<Values, Row>(
  build: (mark: ParameterMark<Values>) => Compilable<Row>,
): (values: Values) => SqlQuery<Row> {
  let compiled: {
    readonly sql: string
    readonly parameters: readonly unknown[]
    readonly names: readonly (string | null)[]
  } | null = null
  return (values) => {
    compiled ??= compile(build)
    const { sql, parameters, names } = compiled
    const given = values as Readonly<Record<string, unknown>>
    return { sql, parameters: names.map((name, index) => (name === null ? parameters[index] : given[name])) }
  }
}

function compile<Values, Row>(
  build: (mark: ParameterMark<Values>) => Compilable<Row>,
): {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly names: readonly (string | null)[]
} {
  const { sql, parameters } = build((name) => ({ [MARKED]: name }) as never).compile()
  return { sql, parameters, names: parameters.map((parameter) => (isMarked(parameter) ? parameter[MARKED] : null)) }
}

function isMarked(value: unknown): value is Marked {
  return typeof value === 'object' && value !== null && MARKED in value
}
