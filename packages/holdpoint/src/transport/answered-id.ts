/**
 * Which request a line of a server answers. A server's own request may carry the same id and is no answer. Long answers of
 * the two usual shapes are told by their ends, since the whole is parsed once more later; everything else is parsed here.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue, RequestId } from '@holdpoint/core'

const PARSED_AT_ONCE = 4096
const END = 400
const ID = '("(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?)'
const VERSION = '"jsonrpc"\\s*:\\s*"2\\.0"'
const OUTCOME = '"(?:result|error)"\\s*:'
/** `{"jsonrpc":"2.0","id":1,"result":…` */
const ID_FIRST = new RegExp(
  `^\\s*\\{\\s*(?:${VERSION}\\s*,\\s*)?"id"\\s*:\\s*${ID}\\s*,\\s*(?:${VERSION}\\s*,\\s*)?${OUTCOME}`,
)
/** `{"result":…` up to `,"jsonrpc":"2.0","id":1}`: only members of the message itself can stand at these ends. */
const OUTCOME_FIRST = new RegExp(`^\\s*\\{\\s*(?:${VERSION}\\s*,\\s*)?${OUTCOME}`)
const ID_LAST = new RegExp(`[}\\]"0-9el]\\s*,\\s*"id"\\s*:\\s*${ID}\\s*\\}\\s*$`)

export function answeredId(text: string): RequestId | null {
  if (text.length > PARSED_AT_ONCE && !text.includes('"method"')) {
    const head = text.slice(0, END)
    const id = ID_FIRST.exec(head)?.[1] ?? (OUTCOME_FIRST.test(head) ? ID_LAST.exec(text.slice(-END))?.[1] : undefined)
    if (id !== undefined) return JSON.parse(id) as RequestId
  }
  const id = readAnswer(text)?.['id']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** `null` for anything but an answer. */
export function readAnswer(text: string): JsonObject | null {
  let message: JsonValue
  try {
    message = JSON.parse(text) as JsonValue
  } catch {
    return null
  }
  if (!isJsonObject(message) || typeof message['method'] === 'string') return null
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? message : null
}
