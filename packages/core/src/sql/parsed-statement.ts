/** What one parser found in a text that it accepts. Whether the functions in it may be called is judged afterwards. */
import type { FunctionCall } from './known-functions.ts'

export type ParsedStatement =
  | {
      readonly kind: 'read'
      readonly calls: readonly FunctionCall[]
      /**
       * Sentences on operators that a user may have defined. A parser that knows all operators of its engine has none.
       */
      readonly operators: readonly string[]
      /** Sentences on what may be a call and does not look like one. */
      readonly uncertain: readonly string[]
    }
  | { readonly kind: 'write'; readonly why: string }
