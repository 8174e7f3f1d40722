/** What a tool's own function gave, as a result of the protocol. The words are the server's own, so a success carries the mark of one. */

export interface GivenResult {
  readonly content: readonly { readonly type: string; readonly [name: string]: unknown }[]
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly isError?: boolean
  readonly _meta?: { readonly [name: string]: unknown }
}

const MARK = '✅'

/** It has run, whatever can be said of it: called a failure, it would be tried again. */
const NOT_SHOWN = `${MARK} It ran. What it gave is no JSON, and cannot be shown.`

/** `structured`: the tool promises structured content. */
export function toGivenResult(given: unknown, structured: boolean): GivenResult {
  try {
    const result = toResult(given, structured)
    // What cannot be written down cannot be sent either.
    JSON.stringify(result)
    return result
  } catch {
    return { content: [{ type: 'text', text: NOT_SHOWN }] }
  }
}

function toResult(given: unknown, structured: boolean): GivenResult {
  if (isResult(given)) return given
  if (typeof given === 'object' && given !== null) {
    const text = JSON.stringify(given)
    return {
      content: [{ type: 'text', text }],
      ...(structured && !Array.isArray(given)
        ? { structuredContent: given as { readonly [name: string]: unknown } }
        : {}),
    }
  }
  const words =
    typeof given === 'string' ? given : given === undefined || given === null ? 'Done.' : JSON.stringify(given)
  return { content: [{ type: 'text', text: words.startsWith(MARK) ? words : `${MARK} ${words}` }] }
}

function isResult(given: unknown): given is GivenResult {
  return typeof given === 'object' && given !== null && Array.isArray((given as { readonly content?: unknown }).content)
}
