/**
 * The tools of a server as it lists them now, for a program that only looks: says hello, asks, and ends the connection
 * again, whatever happened. It calls no tool, and pins and stores nothing.
 */
import { randomUUID } from 'node:crypto'
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
  STATELESS_VERSION,
  readToolDefinition,
} from '@holdpoint/core'
import type { ClientIdentity, Sha256, ToolDefinition, Upstream } from '@holdpoint/core'
import { createUpstreamConnection } from '../calls/upstream-connection.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import { fetchTools } from './fetch-tools.ts'
import type { FetchedTools } from './fetch-tools.ts'

export interface ListToolsOptions {
  /** Who we say that we are. */
  readonly client: ClientIdentity
  readonly sha256: Sha256
  readonly interrupted: AbortSignal
  readonly log: (message: string) => void
}

export type ListedTools =
  | { readonly ok: true; readonly tools: readonly ToolDefinition[] }
  | { readonly ok: false; readonly message: string }

/** A package runner may have to fetch the server first. */
const START_WITHIN_MS = 60_000
const LIST_WITHIN_MS = 15_000

export async function listTools(upstream: Upstream, options: ListToolsOptions): Promise<ListedTools> {
  const { client, sha256, interrupted, log } = options
  const ownIdPrefix = `holdpoint-${randomUUID()}-`
  const connection = createUpstreamConnection({ upstream, ownIdPrefix, shared: false, sign: null, authored: null, log })
  const end = (): void => void connection.close()
  interrupted.addEventListener('abort', end, { once: true })
  try {
    const fetched = await askForTools(connection, client)
    if (!fetched.ok) return { ok: false, message: interrupted.aborted ? 'Interrupted.' : fetched.message }
    const tools = fetched.tools.map((tool) => readToolDefinition(tool, sha256))
    return { ok: true, tools: tools.filter((tool) => tool !== null) }
  } finally {
    interrupted.removeEventListener('abort', end)
    await connection.close()
  }
}

/** With the handshake, and where a server knows none any more, without. */
async function askForTools(connection: UpstreamConnection, client: ClientIdentity): Promise<FetchedTools> {
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client }
  const greeting = await connection.ask('initialize', JSON.stringify(handshake), START_WITHIN_MS)
  if (greeting.kind === 'failed') return { ok: false, message: greeting.failure.message }
  if (greeting.kind === 'result') {
    connection.pass('{"jsonrpc":"2.0","method":"notifications/initialized"}', null)
    return await fetchTools(connection, null, LIST_WITHIN_MS)
  }
  const meta = {
    [META_PROTOCOL_VERSION]: STATELESS_VERSION,
    [META_CLIENT_INFO]: client,
    [META_CLIENT_CAPABILITIES]: {},
  }
  const fetched = await fetchTools(connection, JSON.stringify(meta), LIST_WITHIN_MS)
  return fetched.ok ? fetched : { ok: false, message: `initialize failed: ${JSON.stringify(greeting.error)}` }
}
