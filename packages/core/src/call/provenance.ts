/**
 * Where a call comes from, as its client says: the ids of workspace, conversation, message and tool call, and of the trace
 * it belongs to. A person finds the call again by them. They are never believed: they take part in no key, rating or answer.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'

export interface CallProvenance {
  readonly workspace?: string
  readonly conversation?: string
  readonly message?: string
  readonly toolCall?: string
  /** The trace id of a W3C `traceparent`. */
  readonly trace?: string
}

/** The member of a request's `_meta` in which a client gives them. */
export const PROVENANCE_META_KEY = 'dev.holdpoint/provenance'

export const LONGEST_PROVENANCE = 200

/** The same as JSON outside this process has it. */
export interface ProvenanceView {
  readonly workspace: string | null
  readonly conversation: string | null
  readonly message: string | null
  readonly tool_call: string | null
  readonly trace: string | null
}

const NAMES: readonly (readonly [name: keyof CallProvenance, outside: keyof ProvenanceView])[] = [
  ['workspace', 'workspace'],
  ['conversation', 'conversation'],
  ['message', 'message'],
  ['toolCall', 'tool_call'],
  ['trace', 'trace'],
]

/** What hosts are known to send of their own. */
const KEYS_OF_HOSTS: readonly (readonly [key: string, name: keyof CallProvenance])[] = [
  ['claudecode/toolUseId', 'toolCall'],
  ['vscode.conversationId', 'conversation'],
  ['vscode.requestId', 'message'],
]

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/** From the `_meta` of a request; `null` where it says nothing of it. Our own key counts before those of hosts. */
export function provenanceOfMeta(meta: JsonObject | null): CallProvenance | null {
  if (meta === null) return null
  const found: { -readonly [name in keyof CallProvenance]: CallProvenance[name] } = {}
  const { traceparent } = meta
  const [, trace] = TRACE_PARENT.exec(typeof traceparent === 'string' ? traceparent : '') ?? []
  if (trace !== undefined) found.trace = trace
  for (const [key, name] of KEYS_OF_HOSTS) {
    const said = clean(meta[key])
    if (said !== null) found[name] = said
  }
  const own = meta[PROVENANCE_META_KEY]
  const all = { ...found, ...(isJsonObject(own) ? readProvenance(own) : {}) }
  return Object.keys(all).length === 0 ? null : all
}

/** From an object with the members that are documented; whatever else it has is not looked at. */
export function readProvenance(said: JsonObject): CallProvenance | null {
  const found: { -readonly [name in keyof CallProvenance]: CallProvenance[name] } = {}
  for (const [name, outside] of NAMES) {
    const text = clean(said[outside])
    if (text !== null) found[name] = text
  }
  return Object.keys(found).length === 0 ? null : found
}

export function toProvenanceView(provenance: CallProvenance | undefined): ProvenanceView | null {
  if (provenance === undefined) return null
  const { workspace = null, conversation = null, message = null, toolCall = null, trace = null } = provenance
  return { workspace, conversation, message, tool_call: toolCall, trace }
}

/** As a record keeps it: JSON, with the members that were given. */
export function provenanceText(provenance: CallProvenance | undefined): string | null {
  if (provenance === undefined) return null
  const given = NAMES.flatMap(([name, outside]) => {
    const said = provenance[name]
    return said === undefined ? [] : [[outside, said] as const]
  })
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given))
}

/** Numbers are ids too. What cannot be seen is made visible, and nothing is longer than a line. */
function clean(said: JsonValue | undefined): string | null {
  if (typeof said === 'number') return String(said)
  if (typeof said !== 'string' || said.trim() === '') return null
  return clipVisible(showInOneLine(said.slice(0, LONGEST_PROVENANCE + 1)), LONGEST_PROVENANCE)
}
