/**
 * Arguments that a person is changing. What was typed is kept as typed until it can be read; the result is JSON text whose
 * untouched members are those of the call. A light check only: the server judges the edit.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ArgumentChange, JsonObject, JsonValue } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import { fill } from '../presentation/message-table.ts'
import { isHidden } from '../presentation/visible.ts'
import { compareArguments } from './compare-arguments.ts'
import type { SchemaField } from './schema-fields.ts'
import { schemaFields } from './schema-fields.ts'

export interface EditDraft {
  readonly original: JsonValue
  readonly fields: readonly SchemaField[]
  /** What was typed, by the name of the field. A switch says `true` or `false`, a choice its place in the list. */
  readonly typed: ReadonlyMap<string, string>
  /** The whole as JSON, where it is edited so. */
  readonly raw: string | null
}

export type EditReading =
  | { readonly ok: true; readonly text: string; readonly changes: readonly ArgumentChange[] }
  /** By field; the whole under the empty name. */
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> }

export function startDraft(original: JsonValue, schema: JsonObject | undefined): EditDraft {
  return { original, fields: schemaFields(schema, original), typed: new Map(), raw: null }
}

export function typeInto(draft: EditDraft, name: string, text: string): EditDraft {
  return { ...draft, typed: new Map([...draft.typed, [name, text]]) }
}

/** What stands in the field of the form. */
export function inputText(field: SchemaField, typed: string | undefined): string {
  if (typed !== undefined) return typed
  if (field.value === undefined) return ''
  if (field.kind === 'text' && typeof field.value === 'string') return field.value
  if (field.kind === 'choice')
    return String(field.choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(field.value)))
  return field.kind === 'json' ? spellVisibly(field.value) : JSON.stringify(field.value)
}

export function readDraft(draft: EditDraft, messages: MessageTable): EditReading {
  const { original, raw } = draft
  if (raw !== null) {
    const value = parse(raw)
    if (!isJsonObject(value)) return { ok: false, problems: new Map([['', messages.wrongJson]]) }
    return done(original, raw)
  }
  const members: string[] = []
  const problems = new Map<string, string>()
  for (const field of draft.fields) {
    const read = readField(field, draft.typed.get(field.name), messages)
    if (read.problem !== null) problems.set(field.name, read.problem)
    else if (read.text !== null) members.push(`${JSON.stringify(field.name)}: ${read.text}`)
  }
  return problems.size > 0 ? { ok: false, problems } : done(original, `{${members.join(', ')}}`)
}

/** JSON that spells out what a text box would hide. */
export function spellVisibly(value: JsonValue): string {
  return JSON.stringify(value, null, 2).replace(/[^\n -~]/gu, (character) =>
    isHidden(character) ? escapeCharacter(character) : character,
  )
}

interface FieldReading {
  /** `null`: left out. */
  readonly text: string | null
  readonly problem: string | null
}

function readField(field: SchemaField, typed: string | undefined, messages: MessageTable): FieldReading {
  if (typed === undefined) {
    if (field.value !== undefined) return { text: JSON.stringify(field.value), problem: null }
    return { text: null, problem: field.required ? messages.required : null }
  }
  const trimmed = typed.trim()
  if (trimmed === '' && (field.kind !== 'text' || (field.value === undefined && !field.required))) {
    return { text: null, problem: field.required ? messages.required : null }
  }
  switch (field.kind) {
    case 'text': {
      const bad = outside(Array.from(typed).length, field)
      return { text: JSON.stringify(typed), problem: bad ? rangeText(messages.wrongRange, field) : null }
    }
    case 'number':
    case 'whole': {
      const value = parse(trimmed)
      const fits = field.kind === 'whole' ? Number.isInteger(value) : typeof value === 'number'
      if (!fits) return { text: null, problem: messages.wrongNumber }
      return { text: trimmed, problem: outside(Number(value), field) ? rangeText(messages.wrongRange, field) : null }
    }
    case 'switch':
      return { text: trimmed, problem: null }
    case 'choice':
      return { text: JSON.stringify(field.choices[Number(trimmed)] ?? null), problem: null }
    case 'json':
      return { text: trimmed, problem: parse(trimmed) === undefined ? messages.wrongJson : null }
  }
}

function done(original: JsonValue, text: string): EditReading {
  return { ok: true, text, changes: compareArguments(original, parse(text), '') }
}

function outside(size: number, { least, most }: SchemaField): boolean {
  return (least !== null && size < least) || (most !== null && size > most)
}

function rangeText(message: string, { least, most }: SchemaField): string {
  return fill(message, { least: least ?? '…', most: most ?? '…' })
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
}
