// A running warehouse for tests: the real command on a new file, spoken to over stdio by a client of each SDK line, and
// the file itself, read from outside as the oracle.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { DatabaseSync } from '@photostructure/sqlite'

export const command: string = fileURLToPath(new URL('../bin/warehouse.js', import.meta.url))

export const clientKinds = ['SDK v2, 2026-07-28', 'SDK v2, 2025 era', 'SDK v1'] as const
export type ClientKind = (typeof clientKinds)[number]

export interface Answer {
  readonly text: string
  readonly isError: boolean
  readonly structured: Record<string, unknown> | undefined
}

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: Record<string, unknown> | undefined
}

export interface Connection {
  readonly listTools: () => Promise<readonly ListedTool[]>
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Answer>
  readonly protocolVersion: () => string | undefined
  readonly pid: () => number | null
  readonly close: () => Promise<void>
}

export function createFolder(): { readonly path: (name: string) => string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-'))
  return {
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export async function connect(file: string, kind: ClientKind = 'SDK v2, 2026-07-28'): Promise<Connection> {
  const launch = { command: process.execPath, args: [command, '--database', file] }
  const identity = { name: 'warehouse-test', version: '1.0.0' }
  if (kind === 'SDK v1') {
    const client = new ClientV1(identity)
    const transport = new StdioV1(launch)
    await client.connect(transport)
    return {
      listTools: async () => (await client.listTools()).tools,
      call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
      protocolVersion: () => undefined,
      pid: () => transport.pid,
      close: () => client.close(),
    }
  }
  const mode = kind === 'SDK v2, 2025 era' ? ('legacy' as const) : { pin: '2026-07-28' }
  const client = new ClientV2(identity, { versionNegotiation: { mode } })
  const transport = new StdioV2(launch)
  await client.connect(transport)
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    pid: () => transport.pid,
    close: () => client.close(),
  }
}

function toAnswer(result: Record<string, unknown>): Answer {
  const [first] = result['content'] as readonly { readonly text: string }[]
  return {
    text: first?.text ?? '',
    isError: result['isError'] === true,
    structured: result['structuredContent'] as Record<string, unknown> | undefined,
  }
}

export interface LedgerEntry {
  readonly id: number
  readonly at: string
  readonly tool: string
  readonly arguments: string
  readonly ok: 0 | 1
  readonly error: string | null
}

export function readLedger(file: string): LedgerEntry[] {
  return query<LedgerEntry>(file, 'SELECT * FROM ledger ORDER BY id')
}

export function query<Row>(file: string, sql: string): Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }) as Row)
  } finally {
    database.close()
  }
}
