/** What a server says, parsed once. Leniently: unknown fields, types and methods are the business of the two ends. */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue, RequestId } from '@holdpoint/core'

export type UpstreamSaid =
  | { readonly kind: 'answer'; readonly id: RequestId; readonly message: JsonObject }
  | {
      readonly kind: 'request'
      readonly id: RequestId
      readonly method: string
      readonly params: JsonValue | undefined
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonValue | undefined }
  | { readonly kind: 'garbage'; readonly why: string }

export function readUpstreamMessage(text: string): UpstreamSaid {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return { kind: 'garbage', why: 'not JSON' }
  }
  if (!isJsonObject(value)) return { kind: 'garbage', why: 'not a JSON-RPC message' }
  const id = value['id']
  const method = value['method']
  const hasId = typeof id === 'string' || typeof id === 'number'
  if (typeof method === 'string') {
    return hasId
      ? { kind: 'request', id, method, params: value['params'] }
      : { kind: 'notification', method, params: value['params'] }
  }
  if (hasId && ('result' in value || 'error' in value)) return { kind: 'answer', id, message: value }
  return { kind: 'garbage', why: 'not a JSON-RPC message' }
}
