/**
 * The two protocol eras and how a message shows which one it belongs to. The gateway mirrors the era in which the
 * client opened; it never translates between them.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

/**
 * `session`: 2025-11-25 and before, opened by `initialize`. `stateless`: 2026-07-28, every request carries its own
 * context.
 */
export type Era = 'session' | 'stateless'

export const STATELESS_VERSION = '2026-07-28'
export const SESSION_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const META_PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
export const META_CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
export const META_CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
export const META_SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

export function metaOf(params: JsonValue | undefined): JsonObject | null {
  if (!isJsonObject(params)) return null
  const meta = params['_meta']
  return isJsonObject(meta) ? meta : null
}

export function eraOf(params: JsonValue | undefined): Era {
  return typeof metaOf(params)?.[META_PROTOCOL_VERSION] === 'string' ? 'stateless' : 'session'
}
