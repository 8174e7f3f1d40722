/**
 * What a read tool said, as the entity it tells of: the structured content, else the JSON of a single block of text.
 */
import { isJsonObject, say } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ToolAnswer } from './ask-tool.ts'

export type EntityReading =
  | { readonly kind: 'entity'; readonly entity: JsonValue }
  /** The server says that there is nothing of the kind, in its own words. */
  | { readonly kind: 'absent'; readonly words: string }
  /** The server answered with an error that may mean anything, in its own words. */
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'unreadable'; readonly why: string }

const NO_WORDS = 'no words'
/** Errors of the protocol and of the server's inside tell nothing about the thing itself. */
const NOT_ABOUT_THE_THING: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32603, -32001, -32020])

export function readEntity(tool: string, answer: ToolAnswer): EntityReading {
  switch (answer.kind) {
    case 'none':
      return { kind: 'unreadable', why: answer.why }
    case 'error': {
      const { code, message } = isJsonObject(answer.error) ? answer.error : {}
      const words = typeof message === 'string' ? message : NO_WORDS
      return typeof code !== 'number' || NOT_ABOUT_THE_THING.has(code) ? { kind: 'failed', words } : fromError(words)
    }
    case 'result':
      return answer.result['isError'] === true
        ? fromError(textsOf(answer.result).join('\n') || NO_WORDS)
        : fromResult(tool, answer.result)
  }
}

/** The entity of a result, or what a call gave for `undo` to look at; `null` where neither can be read. */
export function readContent(result: JsonObject): JsonValue | undefined {
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

function fromError(words: string): EntityReading {
  return { kind: saysAbsent(words) ? 'absent' : 'failed', words }
}

function fromResult(tool: string, result: JsonObject): EntityReading {
  if ('resultType' in result && result['resultType'] !== 'complete') {
    return { kind: 'unreadable', why: say('askedBack', { tool }) }
  }
  const entity = readContent(result)
  if (entity === undefined) return { kind: 'unreadable', why: say('answerUnreadable', { tool }) }
  return entity === null ? { kind: 'absent', words: 'null' } : { kind: 'entity', entity }
}

function textsOf(result: JsonObject): readonly string[] {
  const content = result['content']
  if (!Array.isArray(content)) return []
  return (content as readonly JsonValue[]).flatMap((block) =>
    isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  )
}

const ABSENT =
  /not[\s_-]?(?:be )?found|\b(?:can ?not|could ?n[o'’]t|could not) find\b|\bno such\b|\b(?:does|do|did)(?: not|n['’]?t) exist\b|\bno longer exists?\b|\bthere (?:is|are) no\b|\bunknown (?:[\w-]+ )?id(?:entifier)?\b|\b(?:http|status|code|error)\W{0,3}404\b|^\W*404\b/i

/** The way there failed. */
const ANOTHER_TROUBLE =
  /\b(?:rate.?limit\w*|too many|quota|throttl\w*|tim(?:ed?|ing)[ -]?out|permissions?|privileges?|forbidden|unauthori[sz]ed|unauthenticated|not (?:allowed|authori[sz]ed|permitted)|access|denied|credentials?|api.?key|token|session|connect\w*|network|dns|getaddrinfo|enotfound|e(?:conn|host|net)\w+|hostname|endpoint|route|method|tool|function|command|module|driver|(?:server|internal) error|unavailable|overloaded|try (?:again )?later)\b|\bno such (?:table|column)\b/i
const ANOTHER_STATUS = /\b(?:http|status|code|error)\W{0,3}(?!404\b)[45]\d\d\b/i

const LONGEST = 2000

/**
 * Whether an error of a read tool clearly says that there is nothing of the kind. Only then is a call answered without
 * a person: a busy server, a missing permission or a broken connection say nothing about the thing, and where it is
 * unclear a person is asked. The words are the server's own and may repeat what the agent sent; all they can do here is
 * keep a call from running.
 */
function saysAbsent(words: string): boolean {
  const read = words.slice(0, LONGEST)
  return ABSENT.test(read) && !ANOTHER_TROUBLE.test(read) && !ANOTHER_STATUS.test(read)
}
