/**
 * What is wrong with a value, by the plain words of its schema: its type, its choices, its bounds. A light check while
 * a person types: the server checks the rest when it judges the edit.
 */
import type { JsonValue } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import { fill } from '../presentation/message-table.ts'
import type { SchemaField } from './schema-fields.ts'
import { same, typeOf } from './schema-fields.ts'

/** `undefined`: left out. */
export function findProblem(field: SchemaField, value: JsonValue | undefined, messages: MessageTable): string | null {
  const { types, allowed, step } = field
  if (value === undefined) return field.required ? messages.required : null
  const fits =
    allowed.length > 0
      ? allowed.some((choice) => same(choice, value))
      : types.length === 0 || types.some(isTypeOf(value))
  if (!fits) return wrongText(field, messages)
  const size = typeof value === 'string' ? Array.from(value).length : value
  // Bounds are those of the length, or those of the number.
  const isText = field.kind === 'text'
  if (typeof size !== 'number' || isText !== (typeof value === 'string')) return null
  const { least, most } = field
  if ((least !== null && size < least) || (most !== null && size > most))
    return fill(isText ? messages.wrongLength : messages.wrongRange, { least: least ?? '…', most: most ?? '…' })
  // Binary fractions do not divide evenly: 0.3 is three times 0.1.
  const parts = size / (step ?? 1)
  const isOff = step !== null && Math.abs(Math.round(parts) - parts) > 1e-9 * Math.max(1, Math.abs(parts))
  return isOff ? fill(messages.wrongStep, { size: step }) : null
}

export function wrongText({ kind }: SchemaField, messages: MessageTable): string {
  return kind === 'number' || kind === 'whole' ? messages.wrongNumber : messages.wrongJson
}

function isTypeOf(value: JsonValue): (type: string) => boolean {
  return (type) => (type === 'integer' ? Number.isInteger(value) : type === typeOf(value))
}
