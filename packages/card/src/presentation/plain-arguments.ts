/**
 * The plain arguments of a call: what a standing answer can hold fast or add up. Lists and objects are none: a
 * condition on them would be read as more than it says.
 */
import { isJsonObject } from '@holdpoint/core'
import type { GrantClause, JsonValue } from '@holdpoint/core'
import { argumentName, isHidden } from './visible.ts'

export interface PlainArgument {
  /** JSON pointer. */
  readonly path: string
  readonly label: string
  readonly value: string | number | boolean | null
  /** The conditions that make sense for such a value. */
  readonly rules: readonly GrantClause['is'][]
}

const LONGEST_TYPED = 1024
/** People do not read a longer list to the end, and a part of it would be read as all. */
const MOST_ARGUMENTS = 200

export function plainArguments(value: JsonValue): readonly PlainArgument[] {
  if (!isJsonObject(value)) return []
  const plain = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null
      ? []
      : [{ path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, label: argumentName(name), ...ruled(member) }],
  )
  return plain.length > MOST_ARGUMENTS ? [] : plain
}

function ruled(value: PlainArgument['value'] | undefined): Pick<PlainArgument, 'value' | 'rules'> {
  if (isAmount(value)) return { value, rules: ['equal', 'at-most', 'between'] }
  // What a line to type in would hide or cut can only be held fast as it is.
  if (typeof value !== 'string' || value.length > LONGEST_TYPED || /[\n\t]/.test(value) || isHidden(value))
    return { value: value ?? null, rules: ['equal'] }
  return { value, rules: ['equal', 'one-of', ...(/[/\\]/.test(value) ? (['under'] as const) : []), 'starting-with'] }
}

export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}
