/** What a read tool said, as the entity it tells of: the structured content, else the JSON of a single block of text. */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ToolAnswer } from './ask-tool.ts'

export type EntityReading =
  | { readonly kind: 'entity'; readonly entity: JsonValue }
  /** The server says that there is nothing of the kind, in its own words. */
  | { readonly kind: 'absent'; readonly words: string }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Errors of the protocol and of the server's inside tell nothing about the thing itself. */
const NOT_ABOUT_THE_THING: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32603, -32001, -32020])

export function readEntity(tool: string, answer: ToolAnswer): EntityReading {
  switch (answer.kind) {
    case 'none':
      return { kind: 'unreadable', why: answer.why }
    case 'error': {
      const { code, message } = isJsonObject(answer.error) ? answer.error : {}
      const words = typeof message === 'string' ? message : 'no words'
      if (typeof code !== 'number' || NOT_ABOUT_THE_THING.has(code)) {
        return { kind: 'unreadable', why: `${tool} failed: ${words}` }
      }
      return { kind: 'absent', words }
    }
    case 'result':
      return answer.result['isError'] === true
        ? { kind: 'absent', words: textsOf(answer.result).join('\n') || 'no words' }
        : fromResult(tool, answer.result)
  }
}

/** The entity of a result, or what a call gave for `undo` to look at; `null` where neither can be read. */
export function contentOf(result: JsonObject): JsonValue | undefined {
  const structured = result['structuredContent']
  if (structured !== undefined) return structured
  const content = result['content']
  const texts = textsOf(result)
  if (texts.length !== 1 || !Array.isArray(content) || content.length !== 1) return undefined
  try {
    return JSON.parse(texts[0] ?? '') as JsonValue
  } catch {
    return undefined
  }
}

function fromResult(tool: string, result: JsonObject): EntityReading {
  if ('resultType' in result && result['resultType'] !== 'complete') {
    return { kind: 'unreadable', why: `${tool} asked for input instead of answering` }
  }
  const entity = contentOf(result)
  if (entity === undefined) return { kind: 'unreadable', why: `the answer of ${tool} is neither structured nor JSON` }
  return entity === null ? { kind: 'absent', words: 'null' } : { kind: 'entity', entity }
}

function textsOf(result: JsonObject): readonly string[] {
  const content = result['content']
  if (!Array.isArray(content)) return []
  return (content as readonly JsonValue[]).flatMap((block) =>
    isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  )
}
