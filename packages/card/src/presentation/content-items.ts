/**
 * The items of a result, whatever a server sent in their place: what is no item is a text that says so, and nothing is
 * left out.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import type { Invocation, InvocationContent } from '../invocation.ts'
import { asText } from './as-text.ts'

export type WithItems = Invocation & { readonly content: readonly InvocationContent[] }

export function contentItems(content: unknown): readonly InvocationContent[] {
  return [(content ?? []) as JsonValue]
    .flat()
    .map((item) =>
      isJsonObject(item) ? (item as unknown as InvocationContent) : { type: 'text', text: asText(item, 2) },
    )
}
