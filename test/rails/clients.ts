/**
 * Clients of both SDK lines that a person sits at: they declare forms, and what their person answers is set per
 * question. Where an SDK would not let an odd answer through, it is put in after the SDK, so that the odd bytes really
 * arrive.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { BIN } from '../harness/serve-harness.ts'

export const CLIENT_KINDS = ['SDK v1', 'SDK v2 legacy', 'SDK v2 modern', 'SDK v2 auto'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

export const FRONTS = ['stdio', 'HTTP'] as const
export type Front = (typeof FRONTS)[number]

const MODERN = '2026-07-28'

/** Whether this client ends up in the era without sessions. */
export const isStateless = (kind: ClientKind): boolean => kind === 'SDK v2 modern' || kind === 'SDK v2 auto'

export interface Question {
  readonly mode?: string
  readonly message: string
  readonly requestedSchema: {
    readonly properties: { readonly decision: { readonly enum: readonly string[]; readonly default?: unknown } }
    readonly required: readonly string[]
  }
}

/** What the person does with the question; `raw` is sent as it is, whatever the SDK would say to it. */
export type Reaction =
  | { readonly afterMs: number; readonly answer: object }
  | { readonly afterMs: number; readonly raw: unknown }
  | 'silence'

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly isError?: boolean
  readonly resultType?: string
  readonly _meta?: { readonly [name: string]: unknown }
}

export interface SeatedClient {
  callTool(tool: string, args: { readonly [name: string]: unknown }): Promise<ToolResult>
  close(): Promise<void>
}

export interface Seat {
  readonly kind: ClientKind
  readonly name: string
  readonly react: (question: Question) => Reaction
  readonly to:
    | { readonly front: 'stdio'; readonly cwd: string; readonly environment: NodeJS.ProcessEnv }
    | { readonly front: 'HTTP'; readonly url: URL; readonly token: string }
}

const SWAPPED = 'answer to be put in: '

export async function connectSeated(seat: Seat): Promise<SeatedClient> {
  const raw = new Map<string, unknown>()
  const info = { name: seat.name, version: '1' }
  const capabilities = { elicitation: { form: {} } }

  async function answer(question: Question): Promise<never> {
    const reaction = seat.react(question)
    if (reaction === 'silence') return await new Promise<never>(() => {})
    await delay(reaction.afterMs)
    if ('answer' in reaction) return reaction.answer as never
    const key = `${SWAPPED}${raw.size}`
    raw.set(key, reaction.raw)
    return { action: 'accept', content: { decision: 'Run it once', reason: key } } as never
  }

  const transport = createTransport(seat)
  const send = transport.send.bind(transport) as (message: unknown, options?: unknown) => Promise<void>
  transport.send = ((message: unknown, options?: unknown) => send(putIn(message, raw), options)) as never

  if (seat.kind === 'SDK v1') {
    const client = new ClientV1(info, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => await answer(params as unknown as Question))
    await client.connect(transport as Parameters<ClientV1['connect']>[0])
    return await seated(client)
  }
  const mode =
    seat.kind === 'SDK v2 legacy' ? 'legacy' : seat.kind === 'SDK v2 auto' ? 'auto' : ({ pin: MODERN } as const)
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', async ({ params }) => await answer(params as unknown as Question))
  await client.connect(transport as HttpV2)
  return await seated(client)
}

async function seated(client: ClientV1 | ClientV2): Promise<SeatedClient> {
  // From here on the SDKs check results by the tools' output schemas.
  await client.listTools()
  return {
    callTool: async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })) as ToolResult,
    close: () => client.close(),
  }
}

function createTransport({ kind, to }: Seat): HttpV1 | HttpV2 | StdioV1 | StdioV2 {
  if (to.front === 'HTTP') {
    const requestInit = { headers: { Authorization: `Bearer ${to.token}` } }
    return kind === 'SDK v1' ? new HttpV1(to.url, { requestInit }) : new HttpV2(to.url, { requestInit })
  }
  const env = Object.fromEntries(
    Object.entries(to.environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const args = [BIN, 'wrap', '--name', 'ledger']
  const command = { command: process.execPath, args, env, cwd: to.cwd, stderr: 'ignore' as const }
  return kind === 'SDK v1' ? new StdioV1(command) : new StdioV2(command)
}

/** The message as it leaves, with the raw answer where a person gave one. */
function putIn(message: unknown, raw: ReadonlyMap<string, unknown>): unknown {
  if (typeof message !== 'object' || message === null) return message
  if (Array.isArray(message)) return message.map((part) => putIn(part, raw))
  const { content } = message as { readonly content?: { readonly reason?: unknown } }
  if (typeof content?.reason === 'string' && raw.has(content.reason)) return raw.get(content.reason)
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, putIn(value, raw)]))
}
