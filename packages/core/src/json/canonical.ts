/**
 * The canonical text of a JSON value after RFC 8785 (JCS): keys in UTF-16 order, numbers as ECMAScript prints them, the
 * fewest escapes. It normalises no Unicode: two spellings of one glyph stay two values.
 *
 * Strings with half a surrogate pair never pass the strict reader; where one comes from elsewhere it is spelled as an
 * escape, so that two different values never share a text.
 */
import type { JsonObject, JsonValue } from './json-value.ts'

export function canonicalize(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('a JSON number is finite')
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      if (value === null) return 'null'
      return isArray(value) ? `[${value.map(canonicalize).join(',')}]` : canonicalObject(value)
  }
}

function canonicalObject(object: JsonObject): string {
  let text = ''
  for (const key of keysInOrder(object)) {
    const value = object[key]
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalize(value)}`
  }
  return `{${text}}`
}

/** Most objects come in order already, and sorting copies: this is on the way of every call. */
function keysInOrder(object: JsonObject): readonly string[] {
  const keys = Object.keys(object)
  let before = ''
  for (const key of keys) {
    if (key < before) return keys.sort()
    before = key
  }
  return keys
}

function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value)
}
