/** JSON text that may be incomplete: it still arrives, or a person is typing it. */
import type { JsonValue } from '@holdpoint/core'

/** `undefined`: none yet. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
