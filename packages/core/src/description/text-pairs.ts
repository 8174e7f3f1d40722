/**
 * Where a call brings a text and what to put in its place: `oldText` and `newText`, at the top or in a list. Both sides are
 * there, so the difference can be drawn without reading anything.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

export interface TextPair {
  /** The names that lead to the object that holds both. */
  readonly at: readonly string[]
  readonly before: string
  readonly after: string
}

/** Names of the two texts, as tools have them. */
export const PAIRS: readonly (readonly [before: string, after: string])[] = [
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['oldString', 'newString'],
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldContent', 'newContent'],
  ['old_content', 'new_content'],
  ['old', 'new'],
  ['search', 'replace'],
  ['find', 'replace'],
  ['before', 'after'],
]

function pairNames(value: JsonObject): readonly [before: string, after: string] | null {
  const holds = (name: string): boolean => Object.hasOwn(value, name) && typeof value[name] === 'string'
  return PAIRS.find(([before, after]) => holds(before) && holds(after)) ?? null
}

/** At the top, or as items of a list at the top. */
export function findPairs(args: JsonObject): readonly TextPair[] {
  const own = pairIn(args, [])
  if (own !== null) return [own]
  return Object.keys(args).flatMap((name) => {
    const value = args[name]
    if (!Array.isArray(value)) return []
    const pairs = (value as readonly JsonValue[]).map((item, index) =>
      isJsonObject(item) ? pairIn(item, [name, String(index)]) : null,
    )
    return pairs.every((pair) => pair !== null) ? pairs : []
  })
}

function pairIn(value: JsonObject, at: readonly string[]): TextPair | null {
  const names = pairNames(value)
  if (names === null) return null
  return { at, before: value[names[0]] as string, after: value[names[1]] as string }
}
