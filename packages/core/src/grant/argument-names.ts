/**
 * Which arguments a call has, by name and at every depth. A person who grants by conditions saw these names; one they
 * did not see (`destination`, `force`, `recursive`) may change what the call does.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'

export const MOST_NAMES = 500

/** JSON pointers in which `*` stands for each item of a list; `null`: too many to be remembered. */
export function argumentNames(root: JsonValue): readonly string[] | null {
  const names = new Set<string>()
  return collect(root, '', names) ? [...names] : null
}

/** Whether the call has no argument beside these. */
export function hasOnlyNames(root: JsonValue, known: readonly string[]): boolean {
  const names = argumentNames(root)
  return names !== null && names.every((name) => known.includes(name))
}

function collect(value: JsonValue, path: string, names: Set<string>): boolean {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).every((item) => collect(item, `${path}/*`, names))
  }
  if (!isJsonObject(value)) return true
  return Object.keys(value).every((key) => {
    const name = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    names.add(name)
    return names.size <= MOST_NAMES && collect(value[key] ?? null, name, names)
  })
}
