/**
 * What was typed into the fields of a form, as JSON text whose untouched members are those of the call, byte for byte.
 */
import type { MessageTable } from '../presentation/message-table.ts'
import { readJson } from '../presentation/read-json.ts'
import { findProblem, wrongText } from './find-problem.ts'
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
  if (field.kind === 'choice') return String(field.allowed.findIndex((choice) => same(choice, field.value ?? null)))
  return field.kind === 'json' ? spellVisibly(field.spelled) : field.spelled
}

interface FieldReading {
  /** `null`: left out. */
  readonly text: string | null
  readonly problem: string | null
}

function readField(field: SchemaField, typed: string | undefined, messages: MessageTable): FieldReading {
  const { kind, spelled } = field
  if (spelled !== undefined && (typed === undefined || typed === inputText(field, undefined)))
    return { text: spelled, problem: null }
  const trimmed = (typed ?? '').trim()
  if (typed === undefined || (trimmed === '' && (kind !== 'text' || (spelled === undefined && !field.required))))
    return { text: null, problem: findProblem(field, undefined, messages) }
  const text =
    kind === 'text'
      ? JSON.stringify(typed)
      : kind === 'choice'
        ? JSON.stringify(field.allowed[Number(trimmed)] ?? null)
        : trimmed
  const value = readJson(text)
  // What is no JSON is of no kind that could be right.
  return { text, problem: value === undefined ? wrongText(field, messages) : findProblem(field, value, messages) }
}
