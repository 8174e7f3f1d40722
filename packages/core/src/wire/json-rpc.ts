/** JSON-RPC as it appears on the wire of MCP: ids, error codes and the texts of errors that we answer ourselves. */
import type { JsonValue } from '../json/json-value.ts'

export type RequestId = string | number

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const HEADER_MISMATCH = -32020
export const UNSUPPORTED_VERSION = -32022

export function errorText(id: RequestId | null, code: number, message: string, data?: JsonValue): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}

export function resultText(id: RequestId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
}

export function notificationText(method: string, params: JsonValue): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}
