/** What was typed into the fields of a form, as JSON text whose untouched members are those of the call, byte for byte. */
import type { MessageTable } from '../presentation/message-table.ts'
import { fill } from '../presentation/message-table.ts'
import { readJson } from '../presentation/read-json.ts'
import { same } from './schema-fields.ts'
import type { SchemaField } from './schema-fields.ts'
import { spellVisibly } from './spell-visibly.ts'

export type FieldsReading =
  | { readonly ok: true; readonly text: string }
  /** By the name of the field. */
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> }

export function readFields(
  fields: readonly SchemaField[],
  typed: ReadonlyMap<string, string>,
  messages: MessageTable,
): FieldsReading {
  const members: string[] = []
  const problems = new Map<string, string>()
  for (const field of fields) {
    const read = readField(field, typed.get(field.name), messages)
    if (read.problem !== null) problems.set(field.name, read.problem)
    else if (read.text !== null) members.push(`${JSON.stringify(field.name)}: ${read.text}`)
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, text: `{${members.join(', ')}}` }
}

/** What stands in the field of the form. */
export function inputText(field: SchemaField, typed: string | undefined): string {
  if (typed !== undefined) return typed
  if (field.spelled === undefined) return ''
  if (field.kind === 'text') return field.value as string
  if (field.kind === 'choice') return String(field.choices.findIndex((choice) => same(choice, field.value ?? null)))
  return field.kind === 'json' ? spellVisibly(field.spelled) : field.spelled
}

interface FieldReading {
  /** `null`: left out. */
  readonly text: string | null
  readonly problem: string | null
}

function readField(field: SchemaField, typed: string | undefined, messages: MessageTable): FieldReading {
  const absent = { text: null, problem: field.required ? messages.required : null }
  if (typed === undefined || (field.spelled !== undefined && typed === inputText(field, undefined)))
    return field.spelled === undefined ? absent : { text: field.spelled, problem: null }
  const trimmed = typed.trim()
  if (trimmed === '' && (field.kind !== 'text' || (field.spelled === undefined && !field.required))) return absent
  switch (field.kind) {
    case 'text': {
      const bad = outside(Array.from(typed).length, field)
      return { text: JSON.stringify(typed), problem: bad ? rangeText(messages.wrongRange, field) : null }
    }
    case 'number':
    case 'whole': {
      const value = readJson(trimmed)
      const fits = field.kind === 'whole' ? Number.isInteger(value) : typeof value === 'number'
      if (!fits) return { text: null, problem: messages.wrongNumber }
      return { text: trimmed, problem: outside(Number(value), field) ? rangeText(messages.wrongRange, field) : null }
    }
    case 'switch':
      return { text: trimmed, problem: null }
    case 'choice':
      return { text: JSON.stringify(field.choices[Number(trimmed)] ?? null), problem: null }
    case 'json':
      return { text: trimmed, problem: readJson(trimmed) === undefined ? messages.wrongJson : null }
  }
}

function outside(size: number, { least, most }: SchemaField): boolean {
  return (least !== null && size < least) || (most !== null && size > most)
}

function rangeText(message: string, { least, most }: SchemaField): string {
  return fill(message, { least: least ?? '…', most: most ?? '…' })
}
