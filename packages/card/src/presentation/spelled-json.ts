/**
 * JSON that keeps its spelling: each name and each plain value stands in the tree as the text it was written with, so
 * that `1.50` is not `1.5` and no member changes its place. Only for text that was read as JSON before.
 */
import type { JsonValue } from '@holdpoint/core'

/** Strings, numbers and words. */
const PLAIN = /"(?:\\.|[^"\\])*"|[^\s{}[\],:"]+/g

export function readSpelled(text: string): JsonValue {
  return JSON.parse(text.replace(PLAIN, (plain) => JSON.stringify(plain))) as JsonValue
}

/** The text of such a tree: on one line, or laid out. */
export function spell(tree: JsonValue, indent = 0): string {
  return JSON.stringify(tree, null, indent).replace(PLAIN, (quoted) => JSON.parse(quoted) as string)
}

/** With one spelling for all strings that say the same. */
export function alike(text: string): string {
  return text.replace(PLAIN, (plain) => (plain.startsWith('"') ? JSON.stringify(JSON.parse(plain)) : plain))
}
