/**
 * Puts an answer of ours into a `tools/call` result, each part of it once. Many hosts give the model either the object
 * or the text, so both say what to do. For a tool with an `outputSchema`, clients of both SDK lines reject
 * `structuredContent` that does not fit it, error or not: there the object travels as JSON inside the one text block.
 */
import type { JsonObject } from '../json/json-value.ts'
import type { AgentAnswer, AgentError, Envelope, HoldMark, PreviewNotice } from './agent-answer.ts'

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
  const mark = markOf(answer)
  const common: JsonObject = {
    ...(shape.modern ? { resultType: 'complete' } : {}),
    ...(mark === null ? {} : { _meta: { [HOLD_META_KEY]: { ...mark } } }),
  }
  if (shape.hasOutputSchema) {
    return { ...common, content: [textBlock(`${answer.text}\n${JSON.stringify(object)}`)], isError: true }
  }
  return {
    ...common,
    content: [textBlock(answer.text)],
    structuredContent: object,
    ...(answer.kind === 'error' ? { isError: true } : {}),
  }
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text }
}

/** Of which hold it is, for programs; what is said of it stands in the result once. */
function markOf(answer: AgentAnswer): HoldMark | null {
  switch (answer.kind) {
    case 'envelope':
      return { id: answer.envelope.approval_id, state: answer.envelope.state }
    case 'error':
      return answer.mark
    case 'preview':
      return null
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
