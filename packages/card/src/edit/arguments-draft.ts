/**
 * Arguments that a person is changing. What was typed is kept as typed until it can be read. A light check only: the
 * server judges the edit.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ArgumentChange, JsonObject, JsonValue } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import { readJson } from '../presentation/read-json.ts'
import { alike, readSpelled, spell } from '../presentation/spelled-json.ts'
import { argumentName, oneLine } from '../presentation/visible.ts'
import { findProblem } from './find-problem.ts'
import { readFields } from './read-fields.ts'
import type { FieldsReading } from './read-fields.ts'
import type { SchemaField } from './schema-fields.ts'
import { same, schemaFields } from './schema-fields.ts'
import { spellVisibly } from './spell-visibly.ts'

export interface ArgumentsDraft {
  /** JSON text, as the call spelled it. */
  readonly original: string
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

/** Without fields there is only the text. */
export function startDraft(original: string, schema: JsonObject | undefined): ArgumentsDraft {
  const fields = schemaFields(schema, original)
  return { original, fields, typed: new Map(), raw: fields.length === 0 ? spellVisibly(original) : null }
}

export function typeInto(draft: ArgumentsDraft, name: string, text: string): ArgumentsDraft {
  return { ...draft, typed: new Map([...draft.typed, [name, text]]) }
}

export function readDraft({ original, fields, typed, raw }: ArgumentsDraft, messages: MessageTable): EditReading {
  const reading = raw === null ? readFields(fields, typed, messages) : readRaw(raw, fields, messages)
  if (!reading.ok) return reading
  return { ...reading, changes: compareArguments(original, reading.text) }
}

/**
 * The whole as text: its members are held to what the fields of the form are held to, unless they are those of the
 * call.
 */
function readRaw(text: string, fields: readonly SchemaField[], messages: MessageTable): FieldsReading {
  const whole = readJson(text)
  const problems = isJsonObject(whole)
    ? fields.flatMap((field) => {
        const value = Object.hasOwn(whole, field.name) ? whole[field.name] : undefined
        const isKept = value !== undefined && field.value !== undefined && same(value, field.value)
        const problem = isKept ? null : findProblem(field, value, messages)
        return problem === null ? [] : [`${argumentName(field.name)}: ${problem}`]
      })
    : [messages.wrongJson]
  return problems.length > 0 ? { ok: false, problems: new Map([['', problems.join(' ')]]) } : { ok: true, text }
}

type Value = JsonValue | undefined

/**
 * What a person changed so far, place by place. For their eyes while they type: what counts is the difference the server
 * finds. Both read the texts, so that a number that is only written differently shows too.
 */
function compareArguments(requested: string, approved: string): readonly ArgumentChange[] {
  return compare(readSpelled(alike(requested)), readSpelled(alike(approved)), '')
}

function compare(one: Value, other: Value, path: string): readonly ArgumentChange[] {
  const requested = shown(one)
  const approved = shown(other)
  if (requested === approved) return []
  if (!isJsonObject(one) || !isJsonObject(other)) return [{ path: oneLine(path) || '(all)', requested, approved }]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const name = JSON.parse(key) as string
    return compare(one[key], other[key], path === '' ? name : `${path}.${name}`)
  })
}

function shown(tree: Value): string | null {
  return tree === undefined ? null : oneLine(spell(tree))
}
