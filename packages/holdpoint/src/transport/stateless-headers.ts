/**
 * Headers of the stateless era repeat the body, so that proxies can route without reading it. A header that says
 * something else than the body is refused: one of the two would be judged, and the other carried out.
 */
import type { IncomingHttpHeaders } from 'node:http'
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  META_PROTOCOL_VERSION,
  STATELESS_VERSION,
  UNSUPPORTED_VERSION,
  isJsonObject,
  metaOf,
} from '@holdpoint/core'
import type { ClientMessage, JsonValue } from '@holdpoint/core'
import { decodeHeaderValue } from './header-value.ts'

export interface HeaderProblem {
  readonly code: number
  readonly message: string
  readonly data: JsonValue | undefined
}

const NAMED_BY: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

export function checkStatelessHeaders(headers: IncomingHttpHeaders, message: ClientMessage): HeaderProblem | null {
  if (message.kind !== 'request') return null
  const { method, params } = message
  const bodyVersion = metaOf(params)?.[META_PROTOCOL_VERSION]
  const version = text(headers['mcp-protocol-version'])
  if (version === null) return mismatch('The header MCP-Protocol-Version is missing.')
  if (typeof bodyVersion === 'string' && bodyVersion !== version) {
    return mismatch('The header MCP-Protocol-Version does not match the body.')
  }
  if (version !== STATELESS_VERSION) {
    const data = { supported: [STATELESS_VERSION], requested: version }
    return { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data }
  }
  if (typeof bodyVersion !== 'string') {
    return { code: INVALID_PARAMS, message: `The body lacks _meta["${META_PROTOCOL_VERSION}"].`, data: undefined }
  }
  if (text(headers['mcp-method']) !== method)
    return mismatch('The header Mcp-Method is missing or does not match the body.')
  const member = NAMED_BY[method]
  const name = member === undefined || !isJsonObject(params) ? undefined : params[member]
  if (typeof name === 'string') {
    const sent = text(headers['mcp-name'])
    if (sent === null || decodeHeaderValue(sent) !== name)
      return mismatch('The header Mcp-Name is missing or does not match the body.')
  }
  return null
}

/** `Mcp-Param-*`, to be repeated towards an HTTP upstream. */
export function parameterHeaders(headers: IncomingHttpHeaders): { readonly [name: string]: string } {
  const found: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-param-') && typeof value === 'string') found[name] = value
  }
  return found
}

const STATUS_OF_ERROR: { readonly [code: number]: number } = {
  [-32601]: 404,
  [-32020]: 400,
  [-32021]: 400,
  [-32022]: 400,
  [-32600]: 400,
}

export function statusOf(answer: string): number {
  if (!answer.includes('"error"')) return 200
  const message = JSON.parse(answer) as JsonValue
  const error = isJsonObject(message) ? message['error'] : undefined
  if (!isJsonObject(error) || typeof error['code'] !== 'number') return 200
  const { code, message: reason } = error
  if (code === -32602 && typeof reason === 'string' && /envelope|_meta/i.test(reason)) return 400
  return STATUS_OF_ERROR[code] ?? 200
}

function text(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function mismatch(message: string): HeaderProblem {
  return { code: HEADER_MISMATCH, message, data: undefined }
}
