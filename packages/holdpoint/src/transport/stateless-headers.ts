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
import type { ClientMessage, JsonObject, JsonValue } from '@holdpoint/core'
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

/**
 * A tool's schema may ask, by `x-mcp-header`, that an argument is repeated in a header: a proxy that routes by the header must
 * see what is carried out. A header without its argument is a contradiction too. Names are lower case, as node gives them.
 */
export function checkParameterHeaders(
  headers: IncomingHttpHeaders,
  argumentsValue: JsonValue | undefined,
  inputSchema: JsonObject,
): HeaderProblem | null {
  // The schema is the server's: its depth must not be that of our stack.
  const open: { readonly schema: JsonValue | undefined; readonly value: JsonValue | undefined }[] = []
  open.push({ schema: inputSchema, value: argumentsValue })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const properties = isJsonObject(next.schema) ? next.schema['properties'] : undefined
    if (!isJsonObject(properties)) continue
    for (const [key, schema] of Object.entries(properties)) {
      const value = isJsonObject(next.value) && Object.hasOwn(next.value, key) ? next.value[key] : undefined
      const name = isJsonObject(schema) ? schema['x-mcp-header'] : undefined
      if (typeof name === 'string' && HEADER_TOKEN.test(name)) {
        const sent = headers[`mcp-param-${name.toLowerCase()}`]
        if (!agrees(sent, value)) return mismatch(`The header Mcp-Param-${name} is missing or does not match the body.`)
      }
      open.push({ schema, value })
    }
  }
  return null
}

const HEADER_TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/

function agrees(sent: string | string[] | undefined, value: JsonValue | undefined): boolean {
  const primitive = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!primitive) return sent === undefined
  // Clients leave out integers that not every reader can hold.
  if (sent === undefined) return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  if (typeof sent !== 'string') return false
  const decoded = decodeHeaderValue(sent)
  const wrapped = sent.startsWith('=?base64?') && sent.endsWith('?=')
  // Another reader may refuse base64 that is not canonical, or that holds no UTF-8, or take it for plain text.
  if (wrapped && sent !== `=?base64?${Buffer.from(decoded, 'utf8').toString('base64')}?=`) return false
  if (typeof value === 'number' && DECIMAL.test(decoded)) return Number(decoded) === value
  return decoded === String(value)
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
