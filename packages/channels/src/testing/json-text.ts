/** A text in JSON; what is none is an empty one. */
import type { JsonValue } from '@holdpoint/core'

export function jsonText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
