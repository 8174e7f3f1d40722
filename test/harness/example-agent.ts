/** An agent at a server that stands in a process of its own: the real clients of both lines of the SDK over stdio, with a person beside them who reads before they answer. */
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { delay } from './wait-for.ts'

export interface FormPerson {
  /** Every question, as the client shows it. */
  readonly asked: string[]
  answer(form: { readonly message: string; readonly requestedSchema: unknown }): Promise<object>
}

export interface ExampleResult {
  readonly text: string
  readonly isError: boolean
  readonly structured: { readonly [name: string]: unknown } | undefined
  readonly meta: { readonly [name: string]: unknown } | undefined
}

export interface ExampleAgent {
  call(tool: string, args?: { readonly [name: string]: unknown }): Promise<ExampleResult>
  list(): Promise<readonly { readonly name: string; readonly [name: string]: unknown }[]>
  read(uri: string): Promise<string>
  pid(): number | null
  /** What the server wrote to standard error so far. */
  log(): string
  close(): Promise<void>
}

export interface AgentOptions {
  readonly line?: 'v1' | 'v2'
  /** Absent: the client has no forms. */
  readonly person?: FormPerson
  readonly environment?: { readonly [name: string]: string }
  readonly cwd?: string
}

/** Faster than this nobody reads, and an answer decides nothing. */
const READING_MS = 500

/** The answer that is about this call alone. */
const ONCE = /^(?:Run it once|Yes, only this once)/

export function personWho(does: 'approves' | 'declines' | 'cancels'): FormPerson {
  const asked: string[] = []
  return {
    asked,
    async answer({ message, requestedSchema }) {
      asked.push(message)
      await delay(READING_MS)
      if (does === 'declines') return { action: 'decline' }
      if (does === 'cancels') return { action: 'cancel' }
      const { decision } = (requestedSchema as { readonly properties: { readonly decision?: Choices } }).properties
      const choice = decision?.enum?.find((one) => ONCE.test(one))
      if (choice === undefined) throw new Error(`None of the answers is about this call: ${String(decision?.enum)}`)
      return { action: 'accept', content: { decision: choice } }
    },
  }
}

interface Choices {
  readonly enum?: readonly string[]
}

/** `args`: of Node. */
export async function startExample(
  args: readonly string[],
  { line = 'v2', person, environment = {}, cwd = process.cwd() }: AgentOptions = {},
): Promise<ExampleAgent> {
  // Where it is said to be no desktop, no browser opens.
  const env = { ...(process.env as { [name: string]: string }), CI: '1', ...environment }
  const launch = { command: process.execPath, args: [...args], env, cwd, stderr: 'pipe' as const }
  const transport = line === 'v1' ? new StdioV1(launch) : new StdioV2(launch)
  let logged = ''
  transport.stderr?.on('data', (bytes: Buffer) => (logged += bytes.toString()))
  const info = { name: 'test', version: '1.0.0' }
  const options = { capabilities: person === undefined ? {} : { elicitation: {} } }
  const answer = async ({ params }: { readonly params: unknown }): Promise<never> =>
    (await person?.answer(params as never)) as never
  const client = line === 'v1' ? new ClientV1(info, options) : new ClientV2(info, options)
  if (person !== undefined) {
    if (client instanceof ClientV1) client.setRequestHandler(ElicitRequestSchema, answer)
    else client.setRequestHandler('elicitation/create', answer)
  }
  await client.connect(transport as never)
  return {
    async call(name, given = {}) {
      const result = (await client.callTool({ name, arguments: { ...given } })) as RawResult
      const text = result.content.map((part) => part.text ?? '').join('\n')
      return { text, isError: result.isError === true, structured: result.structuredContent, meta: result['_meta'] }
    },
    list: async () => (await client.listTools()).tools,
    async read(uri) {
      const { contents } = await client.readResource({ uri })
      return contents.map((part) => ('text' in part ? part.text : '')).join('\n')
    },
    pid: () => transport.pid,
    log: () => logged,
    close: async () => await client.close(),
  }
}

interface RawResult {
  readonly content: readonly { readonly text?: string }[]
  readonly isError?: boolean
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly _meta?: { readonly [name: string]: unknown }
}

/** On the page of the process that this agent's server runs in, as the person who reads that server's log. */
export async function decideOnPage(
  agent: Pick<ExampleAgent, 'log'>,
  { structured }: Pick<ExampleResult, 'structured'>,
  answer: 'approve' | 'decline',
): Promise<void> {
  const url = new URL(String(structured?.['approval_url']))
  const post = async (path: string, body: object, key = ''): Promise<{ readonly key?: string }> => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { readonly key?: string }
  }
  const code = /sign in with the code (\w+)/.exec(agent.log())?.[1]
  const { key = '' } = await post('/sign-in', { code })
  const shown = await fetch(new URL(`${url.pathname}/card`, url), { headers: { authorization: `Bearer ${key}` } })
  const { hold } = (await shown.json()) as { readonly hold: { readonly digest?: string } }
  await post(`${url.pathname}/verdict`, { answer, digest: hold.digest }, key)
}
