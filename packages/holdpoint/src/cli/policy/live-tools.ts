/**
 * The tools of a server as it lists them now: starts or reaches it, asks, and ends it again, whatever happened. It calls no
 * tool, and what it learns is neither pinned nor stored.
 */
import { randomUUID } from 'node:crypto'
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
  STATELESS_VERSION,
  readToolDefinition,
} from '@holdpoint/core'
import type { ServerIdentity, ToolDefinition } from '@holdpoint/core'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { createUpstreamConnection, fetchTools } from '@holdpoint/gateway'
import type { UpstreamConnection, FetchedTools, OwnAnswer } from '@holdpoint/gateway'
import type { Log } from '../../home/log.ts'
import { openOnce } from '../../transport/open-upstream.ts'
import { VERSION } from '../../home/version.ts'

export type LiveTools =
  | { readonly ok: true; readonly tools: readonly ToolDefinition[] }
  | { readonly ok: false; readonly message: string }

/** A package runner may have to fetch the server first. */
const START_WITHIN_MS = 60_000
const LIST_WITHIN_MS = 15_000

const CLIENT = { name: 'holdpoint', version: VERSION }

export async function listLiveTools(
  server: ServerIdentity,
  upstream: UpstreamConfig,
  log: Log,
  interrupted: AbortSignal,
): Promise<LiveTools> {
  const connection = createUpstreamConnection({
    upstream: openOnce(server, upstream, log),
    ownIdPrefix: `holdpoint-${randomUUID()}-`,
    shared: false,
    log,
  })
  const end = (): void => void connection.close()
  interrupted.addEventListener('abort', end, { once: true })
  try {
    const fetched = await askForTools(connection)
    if (!fetched.ok) return { ok: false, message: interrupted.aborted ? 'Interrupted.' : fetched.message }
    const tools = fetched.tools.map((tool) => readToolDefinition(tool, sha256))
    return { ok: true, tools: tools.filter((tool) => tool !== null) }
  } finally {
    interrupted.removeEventListener('abort', end)
    await connection.close()
  }
}

/** With the handshake, and where a server knows none any more, without. */
async function askForTools(connection: UpstreamConnection): Promise<FetchedTools> {
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT }
  const greeting = await connection.ask('initialize', JSON.stringify(handshake), START_WITHIN_MS)
  if (greeting.kind === 'failed') return { ok: false, message: greeting.failure.message }
  if (greeting.kind === 'result') {
    connection.pass('{"jsonrpc":"2.0","method":"notifications/initialized"}', null)
    return await fetchTools(connection, null, LIST_WITHIN_MS)
  }
  const meta = {
    [META_PROTOCOL_VERSION]: STATELESS_VERSION,
    [META_CLIENT_INFO]: CLIENT,
    [META_CLIENT_CAPABILITIES]: {},
  }
  const fetched = await fetchTools(connection, JSON.stringify(meta), LIST_WITHIN_MS)
  return fetched.ok ? fetched : { ok: false, message: `initialize failed: ${describe(greeting)}` }
}

function describe(answer: OwnAnswer & { readonly kind: 'error' }): string {
  return JSON.stringify(answer.error)
}
