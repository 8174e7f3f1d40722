/** What an expression of a recipe gave, as JSON to be sent or as one piece of text to be shown. */
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { isPlainObject } from '../json/plain-object.ts'

/** Throws on what JSON cannot carry exactly. */
export function toJsonValue(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new Error('a number is not finite')
      return value
    case 'bigint': {
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw new Error('a whole number is too large')
      return number
    }
    default:
      return toJsonStructure(value)
  }
}

/**
 * Plain text for titles and impact: lists are joined, nothing is `none`. The reader sees whose words they are
 * elsewhere.
 */
export function toPlainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  const json = toJsonValue(value)
  if (json === null) return 'none'
  if (!Array.isArray(json)) return typeof json === 'object' ? JSON.stringify(json) : String(json)
  return json.length === 0 ? 'none' : json.map(toPlainText).join(', ')
}

function toJsonStructure(value: unknown): JsonValue {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(toJsonValue)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Map) return toJsonObject([...value].map(([key, item]) => [toPlainText(key), item]))
  if (!isPlainObject(value)) throw new Error('the value is no JSON')
  return toJsonObject(Object.entries(value))
}

function toJsonObject(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries.map(([key, item]) => [key, toJsonValue(item)]))
}
