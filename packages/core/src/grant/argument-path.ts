/**
 * Finds arguments by JSON pointer (RFC 6901). In a list only `*` is understood, and means each of its items: a
 * condition on the first of several files would leave the others to the agent.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'

const LONGEST_PATH = 256

/** `null` where the text is no pointer to a member. */
export function readArgumentPath(path: string): readonly string[] | null {
  if (!path.startsWith('/') || path.length > LONGEST_PATH || /~(?![01])/.test(path)) return null
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Every value the path leads to; none where it leads nowhere, or where one of several items lacks it. */
export function findArguments(root: JsonValue, path: string): readonly JsonValue[] {
  const steps = readArgumentPath(path)
  if (steps === null) return []
  let found: readonly JsonValue[] = [root]
  for (const step of steps) {
    const next: JsonValue[] = []
    for (const value of found) {
      if (Array.isArray(value)) {
        if (step !== '*' || value.length === 0) return []
        next.push(...(value as readonly JsonValue[]))
      } else if (isJsonObject(value) && Object.hasOwn(value, step)) next.push(value[step] ?? null)
      else return []
    }
    found = next
  }
  return found
}

/** The name that the value carries: the last part of the path that is no `*`. */
export function nameAt(path: string): string {
  return readArgumentPath(path)?.findLast((step) => step !== '*') ?? ''
}
