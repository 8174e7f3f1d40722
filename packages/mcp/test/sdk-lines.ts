/** The real SDKs, both lines of server and client, joined in memory: what a test of confirmed tools runs on. */
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { McpServer as ServerV2, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/server'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { McpServerLike } from '../src/server/sdk-server.ts'

export type Line = 'v1' | 'v2'

export interface Form {
  readonly message: string
  readonly requestedSchema: { readonly properties: { readonly [name: string]: { readonly enum?: readonly string[] } } }
}

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: { readonly [name: string]: string } }
  | { readonly action: 'decline' | 'cancel' }

/** A person at a client; `null`: the client cannot ask. */
export type Person = ((form: Form) => Promise<FormAnswer>) | null

export interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly _meta?: { readonly [name: string]: unknown }
}

export interface Agent {
  call(
    name: string,
    args: { readonly [name: string]: unknown },
    options?: { readonly signal?: AbortSignal },
  ): Promise<Result>
  list(): Promise<readonly { readonly name: string; readonly [name: string]: unknown }[]>
  /** What the server said that it can do. */
  readonly offers: { readonly [capability: string]: unknown }
  resources(): Promise<readonly { readonly uri: string; readonly [name: string]: unknown }[]>
  read(uri: string): Promise<readonly { readonly text?: string; readonly [name: string]: unknown }[]>
  close(): Promise<void>
}

export type TestServer = McpServerLike & {
  registerTool(name: string, config: object, callback: (...given: never[]) => unknown): unknown
  connect(transport: never): Promise<void>
}

export function newServer(line: Line, name = 'warehouse'): TestServer {
  const info = { name, version: '1' }
  return (line === 'v1' ? new ServerV1(info) : new ServerV2(info)) as unknown as TestServer
}

/** How long a person reads before they answer. */
const READING_MS = 500

/** What a client declares that draws views of servers. */
export const DRAWS_VIEWS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const

export async function connect(
  server: TestServer,
  serverLine: Line,
  clientLine: Line,
  person: Person,
  declared: object = {},
): Promise<Agent> {
  const [clientSide, serverSide] = (serverLine === 'v1' ? MemoryV1 : MemoryV2).createLinkedPair()
  await server.connect(serverSide as never)
  const capabilities = { ...(person === null ? {} : { elicitation: {} }), ...declared }
  const client = clientLine === 'v1' ? clientV1 : clientV2
  return await client(clientSide as never, person, capabilities)
}

async function answered(person: NonNullable<Person>, form: Form): Promise<FormAnswer> {
  await new Promise((resolve) => setTimeout(resolve, READING_MS))
  return await person(form)
}

async function clientV1(transport: never, person: Person, capabilities: object): Promise<Agent> {
  const client = new ClientV1({ name: 'agent', version: '1' }, { capabilities })
  if (person !== null) {
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => (await answered(person, params as unknown as Form)) as never,
    )
  }
  await client.connect(transport)
  return {
    call: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Result,
    list: async () => (await client.listTools()).tools,
    offers: client.getServerCapabilities() ?? {},
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => (await client.readResource({ uri })).contents as readonly { readonly text?: string }[],
    close: async () => await client.close(),
  }
}

async function clientV2(transport: never, person: Person, capabilities: object): Promise<Agent> {
  const client = new ClientV2({ name: 'agent', version: '1' }, { capabilities })
  if (person !== null) {
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) => (await answered(person, params as unknown as Form)) as never,
    )
  }
  await client.connect(transport)
  return {
    call: async (name, args, options) => (await client.callTool({ name, arguments: args }, options)) as Result,
    list: async () => (await client.listTools()).tools,
    offers: client.getServerCapabilities() ?? {},
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => (await client.readResource({ uri })).contents as readonly { readonly text?: string }[],
    close: async () => await client.close(),
  }
}

/** Chooses the answer whose words begin like this. */
export function choosing(words: string, seen: Form[] = [], reason?: string): NonNullable<Person> {
  return async (form) => {
    seen.push(form)
    const choices = form.requestedSchema.properties['decision']?.enum ?? []
    const decision = choices.find((choice) => choice.startsWith(words))
    if (decision === undefined) throw new Error(`no choice "${words}" among ${choices.join(', ')}`)
    return { action: 'accept', content: { decision, ...(reason === undefined ? {} : { reason }) } }
  }
}

export const acting =
  (action: 'decline' | 'cancel', seen: Form[] = []): NonNullable<Person> =>
  async (form) => {
    seen.push(form)
    return { action }
  }
