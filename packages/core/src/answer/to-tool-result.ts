/**
 * Puts an answer of ours into a `tools/call` result. For a tool with an `outputSchema`, clients of both SDK lines reject
 * `structuredContent` that does not fit it, error or not: there the object travels as JSON text and in `_meta`.
 */
import type { JsonObject } from '../json/json-value.ts'
import type { AgentAnswer, AgentError, Envelope, PreviewNotice } from './agent-answer.ts'

export const HOLD_META_KEY = 'dev.holdpoint/hold'

/** Everything under this prefix in an upstream's `_meta` would be a forgery, and is stripped. */
export const META_PREFIX = 'dev.holdpoint/'

export interface ResultShape {
  readonly hasOutputSchema: boolean
  /** Results of the 2026-07-28 era carry `resultType`. */
  readonly modern: boolean
}

export function toToolResult(answer: AgentAnswer, shape: ResultShape): JsonObject {
  const object = objectOf(answer) as unknown as JsonObject
  const text = [
    { type: 'text', text: answer.text },
    { type: 'text', text: JSON.stringify(object) },
  ]
  const resultType: JsonObject = shape.modern ? { resultType: 'complete' } : {}
  if (shape.hasOutputSchema) {
    return { ...resultType, content: text, isError: true, _meta: { [HOLD_META_KEY]: object } }
  }
  return {
    ...resultType,
    content: text,
    structuredContent: object,
    ...(answer.kind === 'error' ? { isError: true } : {}),
    _meta: { [HOLD_META_KEY]: object },
  }
}

function objectOf(answer: AgentAnswer): Envelope | AgentError | PreviewNotice {
  switch (answer.kind) {
    case 'envelope':
      return answer.envelope
    case 'error':
      return answer.error
    case 'preview':
      return answer.preview
  }
}
