/** The members of `_meta` that are the protocol's own. What a client adds of its own never travels with a call of ours. */
import { cutMembers } from '@holdpoint/core'

const PROTOCOL_META: ReadonlySet<string> = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage'])

export function protocolMeta(metaText: string | null): string | null {
  if (metaText === null) return null
  const own = Object.keys(JSON.parse(metaText) as object).filter(
    (key) => !key.startsWith('io.modelcontextprotocol/') && !PROTOCOL_META.has(key),
  )
  return cutMembers(metaText, own).text
}
