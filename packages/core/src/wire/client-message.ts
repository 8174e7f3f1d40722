/**
 * Reads one message of a client, strictly, once. Anything that two parsers could understand differently is refused
 * here, so what is judged, shown and forwarded is the same. Batches, null ids and shapes that are no JSON-RPC are
 * refused too: a message we cannot classify must not slip past the gate. Nor does a request that poses as a
 * notification: a careless server runs a `tools/call` whether or not it has an id. Nor does a method that a lenient
 * server takes for `tools/call`.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { readStrict } from '../json/read-strict.ts'
import type { StrictLimits } from '../json/read-strict.ts'
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from './json-rpc.ts'
import type { RequestId } from './json-rpc.ts'

export type ClientMessage =
  | {
      readonly kind: 'request'
      readonly id: RequestId
      readonly method: string
      readonly params: JsonValue | undefined
      readonly text: string
    }
  | {
      readonly kind: 'notification'
      readonly method: string
      readonly params: JsonValue | undefined
      readonly text: string
    }
  | { readonly kind: 'response'; readonly id: RequestId; readonly text: string }
  | { readonly kind: 'refused'; readonly id: RequestId | null; readonly code: number; readonly message: string }

/** The one method whose requests are judged; every other one is relayed. */
const GATED_METHOD = 'tools/call'
const PLAIN_METHOD = /^[a-z_/]*$/
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/gu
const MESSAGE_KEYS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']
const CALL_KEYS: readonly string[] = ['name', 'arguments', '_meta', 'inputResponses', 'requestState']

export function readClientMessage(text: string, limits?: StrictLimits): ClientMessage {
  const reading = readStrict(text, limits)
  if (!reading.ok) {
    const code =
      reading.problem === 'syntax' ? PARSE_ERROR : reading.problem === 'too-large' ? INVALID_REQUEST : INVALID_PARAMS
    return { kind: 'refused', id: code === PARSE_ERROR ? null : guessId(text), code, message: reading.message }
  }
  return classify(reading.value, text)
}

function classify(value: JsonValue, text: string): ClientMessage {
  if (Array.isArray(value)) return invalid(null, 'JSON-RPC batches are not part of MCP; send one message at a time.')
  if (!isJsonObject(value)) return invalid(null, 'A message must be a JSON object.')
  const id = value['id']
  const method = value['method']
  if (value['jsonrpc'] !== '2.0') return invalid(usableId(id), 'A message must carry "jsonrpc": "2.0".')
  const lookalike = findLookalike(value, MESSAGE_KEYS)
  if (lookalike !== null) return invalid(usableId(id), lookalike)
  if (method !== undefined) {
    if (typeof method !== 'string') return invalid(usableId(id), 'A method must be a string.')
    if (posesAsCall(method)) {
      return invalid(usableId(id), `The method ${JSON.stringify(method)} can be mistaken for "${GATED_METHOD}".`)
    }
    if (!Object.hasOwn(value, 'id')) return notification(method, value['params'], text)
    const requestId = usableId(id)
    if (requestId === null) return invalid(null, 'A request id must be a string or a number.')
    const params = value['params']
    const disguise = method === GATED_METHOD && isJsonObject(params) ? findLookalike(params, CALL_KEYS) : null
    if (disguise !== null) return invalid(requestId, disguise)
    return { kind: 'request', id: requestId, method, params, text }
  }
  const responseId = usableId(id)
  if (responseId !== null && isResponse(value)) return { kind: 'response', id: responseId, text }
  return invalid(responseId, 'A message must be a request, a notification or a response.')
}

/** Some servers trim a method, ignore its case or what cannot be seen, or read it up to the first NUL. */
function posesAsCall(method: string): boolean {
  if (PLAIN_METHOD.test(method)) return false
  const uptoNul = method.split('\0', 1)[0] ?? ''
  return [method, uptoNul].some((read) => fold(read.normalize('NFKC').replaceAll(UNSEEN, '')) === GATED_METHOD)
}

function notification(method: string, params: JsonValue | undefined, text: string): ClientMessage {
  if (method.startsWith('notifications/')) return { kind: 'notification', method, params, text }
  return invalid(null, `${JSON.stringify(method)} is no notification; a request needs an id.`)
}

/** Some readers take keys whatever their case: `Method` would there be a second `method`, one that was never judged. */
function findLookalike(object: JsonObject, names: readonly string[]): string | null {
  const found = Object.keys(object).find(
    (key) => !names.includes(key) && names.some((name) => name.length === key.length && fold(name) === fold(key)),
  )
  return found === undefined ? null : `The key ${JSON.stringify(found)} can be mistaken for another one.`
}

/** Both ways, because a few letters (the long s, the Kelvin sign) meet theirs only in one of the two cases. */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase()
}

function isResponse(value: JsonObject): boolean {
  return Object.hasOwn(value, 'result') !== Object.hasOwn(value, 'error')
}

function usableId(id: JsonValue | undefined): RequestId | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function invalid(id: RequestId | null, message: string): ClientMessage {
  return { kind: 'refused', id, code: INVALID_REQUEST, message }
}

/** For addressing the refusal only. With duplicate ids the last one wins here, which at worst misaddresses an error. */
function guessId(text: string): RequestId | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? usableId(value['id']) : null
  } catch {
    return null
  }
}
