/** Asks the upstream for its whole tool list under an id of ours, page by page, within bounds. */
import type { JsonValue } from '@holdpoint/core'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'

const MOST_PAGES = 50
/** No agent can choose among more. What a server lists beyond is not offered, so it cannot be called. */
export const MOST_TOOLS: number = 2000

export type FetchedTools =
  | { readonly ok: true; readonly tools: readonly JsonValue[] }
  | { readonly ok: false; readonly message: string }

/** `metaText`: the `_meta` member that requests of the stateless era must carry, as JSON; `null` in the session era. */
export async function fetchTools(
  connection: UpstreamConnection,
  metaText: string | null,
  timeoutMs: number,
): Promise<FetchedTools> {
  const tools: JsonValue[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const members = [
      ...(metaText === null ? [] : [`"_meta":${metaText}`]),
      ...(cursor === null ? [] : [`"cursor":${JSON.stringify(cursor)}`]),
    ]
    const answer = await connection.ask('tools/list', `{${members.join(',')}}`, timeoutMs)
    if (answer.kind !== 'result') {
      const message = answer.kind === 'error' ? JSON.stringify(answer.error) : answer.failure.message
      return { ok: false, message: `tools/list failed: ${message}` }
    }
    const listed = answer.result['tools']
    if (Array.isArray(listed)) {
      for (const tool of (listed as readonly JsonValue[]).slice(0, MOST_TOOLS - tools.length)) tools.push(tool)
    }
    if (tools.length >= MOST_TOOLS) return { ok: true, tools }
    const next = answer.result['nextCursor']
    if (typeof next !== 'string' || next === '') return { ok: true, tools }
    cursor = next
  }
  return { ok: false, message: `tools/list has more than ${MOST_PAGES} pages` }
}
