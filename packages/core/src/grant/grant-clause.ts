/**
 * One typed condition on the arguments. A value of another type never fits: a number in quotes is no number, and a list
 * is no text. What cannot be decided does not fit, and the call is asked for.
 */
import type { JsonValue } from '../json/json-value.ts'
import { findArguments } from './argument-path.ts'
import { isUnder } from './path-under.ts'

/** What an argument may be compared with. */
export type PlainValue = string | number | boolean | null

/** `path` is a JSON pointer; `*` in it stands for every item of a list. */
export type GrantClause =
  | { readonly path: string; readonly is: 'equal'; readonly value: PlainValue }
  | { readonly path: string; readonly is: 'one-of'; readonly values: readonly PlainValue[] }
  | { readonly path: string; readonly is: 'under'; readonly folder: string }
  | { readonly path: string; readonly is: 'at-most'; readonly most: number }
  | { readonly path: string; readonly is: 'between'; readonly least: number; readonly most: number }
  | { readonly path: string; readonly is: 'starting-with'; readonly text: string }

export function clauseHolds(clause: GrantClause, argumentsValue: JsonValue): boolean {
  const found = findArguments(argumentsValue, clause.path)
  return found.length > 0 && found.every((value) => fits(clause, value))
}

function fits(clause: GrantClause, value: JsonValue): boolean {
  switch (clause.is) {
    case 'equal':
      return value === clause.value
    case 'one-of':
      return clause.values.some((allowed) => allowed === value)
    case 'under':
      return typeof value === 'string' && isUnder(value, clause.folder)
    case 'at-most':
      return typeof value === 'number' && value >= 0 && value <= clause.most
    case 'between':
      return typeof value === 'number' && value >= 0 && value >= clause.least && value <= clause.most
    case 'starting-with':
      return typeof value === 'string' && value.startsWith(clause.text)
  }
}
