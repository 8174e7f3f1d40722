/** Walks every string of a call's arguments, keys included. It stops at the first one the visitor answers for. */
import type { JsonValue } from '../../json/json-value.ts'

/** The first answer that is not `null`, in the order the arguments were sent. */
export function firstInStrings<T>(value: JsonValue, visit: (text: string, isKey: boolean) => T | null): T | null {
  if (typeof value === 'string') return visit(value, false)
  if (typeof value !== 'object' || value === null) return null
  if (isList(value)) {
    for (const item of value) {
      const answer = firstInStrings(item, visit)
      if (answer !== null) return answer
    }
    return null
  }
  for (const key in value) {
    const answer = visit(key, true) ?? firstInStrings(value[key] ?? null, visit)
    if (answer !== null) return answer
  }
  return null
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
