/**
 * What is known of hosts, as data: how long they let a call wait and which of their declarations proved unreliable. A name
 * is only a claim, so nothing here can loosen anything: a profile shortens waits and skips rails. Unknown hosts get the
 * safe defaults.
 */
import type { ClientIdentity, Rail } from '@holdpoint/core'

export interface HostProfile {
  readonly host: string
  /** Matched against the client's own name, whole. */
  readonly names: RegExp
  /** The host gives up on a call after this long; `null`: not known. */
  readonly cutsAfterMs: number | null
  /** Its clock starts anew with progress, or stands still while a question is open. */
  readonly waitsLonger: 'with-progress' | 'while-asked' | 'no'
  /** Rails that it declares and that do not work. */
  readonly avoid: readonly Rail[]
  readonly source: string
  readonly date: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const HOST_PROFILES: readonly HostProfile[] = [
  {
    host: 'Claude Code',
    names: /^claude-code$/i,
    cutsAfterMs: 28 * HOUR,
    waitsLonger: 'with-progress',
    avoid: [],
    source: 'vendor documentation of MCP_TOOL_TIMEOUT: about 28 hours; remote servers 5 minutes without progress',
    date: '2026-08',
  },
  {
    host: 'Claude Desktop',
    names: /^claude(-ai| desktop)?$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    source: 'user reports of calls cut at about 60 s on local servers',
    date: '2026-07',
  },
  {
    host: 'ChatGPT',
    names: /^(openai-mcp|chatgpt)$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    source: 'user reports of calls cut at about 60 s; no progress token is sent',
    date: '2026-07',
  },
  {
    host: 'Codex',
    names: /^codex([- ](mcp-client|cli))?$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'while-asked',
    avoid: [],
    source: 'its public source: tool_timeout_sec 60 by default, paused during elicitation',
    date: '2026-08',
  },
  {
    host: 'Goose',
    names: /^goose([- ].*)?$/i,
    cutsAfterMs: 5 * MINUTE,
    waitsLonger: 'no',
    avoid: [],
    source: 'its public source: extension timeout 300 s, questions capped at 5 minutes',
    date: '2026-06',
  },
]

export function profileOf(client: ClientIdentity): HostProfile | null {
  return HOST_PROFILES.find((profile) => profile.names.test(client.name)) ?? null
}
