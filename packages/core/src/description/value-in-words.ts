/**
 * A list or an object that a server told, on one line in words: `bug, wontfix`, `(name: Alice, entityType: person)`. What
 * could be taken for something else stands in quotes, as in the content of a call.
 */
import type { JsonValue } from '../json/json-value.ts'
import { showHiddenCharacters } from '../preview/visible-text.ts'
import { inlineNode } from './content.ts'
import { nodeOf } from './json-in-text.ts'

/** `null`: it is neither, or words would not tell it apart. */
export function valueInWords(value: JsonValue): string | null {
  if (typeof value !== 'object' || value === null) return null
  const node = nodeOf(JSON.parse(showHiddenCharacters(JSON.stringify(value)).text))
  return node === null ? null : inlineNode(node)
}
