/**
 * Whether an edit left the types of the arguments alone. Forms and templates turn what they touch into text, and a loose
 * schema would not notice: `"12"` is not 12, and `"false"` is true to many a server.
 */
import { isJsonObject, say } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'

/** The first place whose type changed, as a JSON pointer, or `null`. Nothing (`null`) may become anything, and back. */
export function findChangedType(requested: JsonValue, approved: JsonValue, path: string = ''): string | null {
  if (requested === null || approved === null) return null
  if (typeOf(requested) !== typeOf(approved)) {
    const types = { before: typeOf(requested), after: typeOf(approved) }
    return path === '' ? say('typeOfWholeChanged', types) : say('typeChanged', { path: path.slice(1), ...types })
  }
  if (Array.isArray(requested)) {
    const others = approved as readonly JsonValue[]
    return firstOf(Math.min(requested.length, others.length), (index) =>
      findChangedType((requested as readonly JsonValue[])[index] ?? null, others[index] ?? null, `${path}/${index}`),
    )
  }
  if (!isJsonObject(requested) || !isJsonObject(approved)) return null
  const keys = Object.keys(requested).filter((key) => Object.hasOwn(approved, key))
  return firstOf(keys.length, (index) => {
    const key = keys[index] ?? ''
    return findChangedType(requested[key] ?? null, approved[key] ?? null, `${path}/${escaped(key)}`)
  })
}

function firstOf(count: number, look: (index: number) => string | null): string | null {
  for (let index = 0; index < count; index++) {
    const found = look(index)
    if (found !== null) return found
  }
  return null
}

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return say('aList')
  switch (typeof value) {
    case 'string':
      return say('someText')
    case 'number':
      return say('aNumber')
    case 'boolean':
      return say('trueOrFalse')
    default:
      return say('anObject')
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
