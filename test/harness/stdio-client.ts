/**
 * A raw MCP client over the pipes of a process: sends text exactly as given, keeps every line as it came. No SDK stands
 * between, because the tests judge bytes.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { PATIENCE_MS, waitFor } from './wait-for.ts'

export interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: string | number | null
  readonly method?: string
  // oxlint-disable-next-line no-explicit-any -- tests reach into answers of any shape
  readonly params?: any
  // oxlint-disable-next-line no-explicit-any -- tests reach into answers of any shape
  readonly result?: any
  // oxlint-disable-next-line no-explicit-any -- tests reach into answers of any shape
  readonly error?: any
}

export interface StdioClient {
  /** Every line so far, as it came. */
  readonly lines: readonly string[]
  readonly messages: readonly Message[]
  /** One line, byte for byte. */
  send(text: string): void
  /** A request under a fresh id; resolves to the whole answer. */
  request(method: string, params?: unknown, withinMs?: number): Promise<Message>
  /** A request whose params are given as JSON text. */
  requestText(method: string, paramsText: string, withinMs?: number): Promise<Message>
  notify(method: string, params?: unknown): void
  respond(id: string | number, result: unknown): void
  /** The answer to an id, as soon as it is there. */
  answer(id: string | number, withinMs?: number): Promise<Message>
  /** The line of the answer to an id. */
  answerLine(id: string | number, withinMs?: number): Promise<string>
  nextId(): number
  /** `tools/call` with arguments as a value. */
  call(tool: string, args?: unknown, more?: object, withinMs?: number): Promise<Message>
  /** `tools/call` with arguments as JSON text. */
  callText(tool: string, argumentsText: string, withinMs?: number): Promise<Message>
  initialize(client?: string, capabilities?: object): Promise<Message>
  /** Closes the input, as a host does that ends. */
  end(): void
}

export function createStdioClient(child: ChildProcessWithoutNullStreams): StdioClient {
  const lines: string[] = []
  const messages: Message[] = []
  const byId = new Map<string | number, number>()
  const listeners = new Set<() => void>()
  let rest = ''
  let count = 0
  let ended = false

  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const message = JSON.parse(line) as Message
      if (message.method === undefined && message.id !== undefined && message.id !== null) {
        byId.set(message.id, lines.length)
      }
      lines.push(line)
      messages.push(message)
    }
    for (const listener of listeners) listener()
  })
  child.stdout.on('close', () => {
    ended = true
    for (const listener of listeners) listener()
  })
  child.stdin.on('error', () => {})

  async function indexOf(id: string | number, withinMs: number): Promise<number> {
    return await new Promise<number>((resolve, reject) => {
      const finish = (end: () => void): void => {
        clearTimeout(timer)
        listeners.delete(look)
        end()
      }
      const timer = setTimeout(
        () => finish(() => reject(new Error(`No answer to ${JSON.stringify(id)} within ${withinMs} ms.`))),
        withinMs,
      )
      const look = (): void => {
        const index = byId.get(id)
        if (index !== undefined) finish(() => resolve(index))
        else if (ended) finish(() => reject(new Error(`The process ended without an answer to ${JSON.stringify(id)}.`)))
      }
      listeners.add(look)
      look()
    })
  }

  const client: StdioClient = {
    lines,
    messages,
    send: (text) => void child.stdin.write(`${text}\n`),
    async request(method, params, withinMs) {
      return await client.requestText(method, JSON.stringify(params ?? {}), withinMs)
    },
    async requestText(method, paramsText, withinMs) {
      const id = client.nextId()
      client.send(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${paramsText}}`)
      return await client.answer(id, withinMs)
    },
    notify: (method, params) => client.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    respond: (id, result) => client.send(JSON.stringify({ jsonrpc: '2.0', id, result })),
    async answer(id, withinMs = PATIENCE_MS) {
      return messages[await indexOf(id, withinMs)] as Message
    },
    async answerLine(id, withinMs = PATIENCE_MS) {
      return lines[await indexOf(id, withinMs)] as string
    },
    nextId: () => ++count,
    async call(tool, args = {}, more = {}, withinMs) {
      return await client.request('tools/call', { name: tool, arguments: args, ...more }, withinMs)
    },
    async callText(tool, argumentsText, withinMs) {
      return await client.requestText(
        'tools/call',
        `{"name":${JSON.stringify(tool)},"arguments":${argumentsText}}`,
        withinMs,
      )
    },
    async initialize(name = 'test-client', capabilities = {}) {
      const clientInfo = { name, version: '1.0.0' }
      const answer = await client.request('initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo })
      client.notify('notifications/initialized')
      return answer
    },
    end: () => void child.stdin.end(),
  }
  return client
}

/** A message that is no answer: a notification or a request of the other side. */
export async function waitForMessage(
  client: StdioClient,
  what: string,
  matches: (message: Message) => boolean,
  milliseconds = PATIENCE_MS,
): Promise<Message> {
  return await waitFor(what, () => client.messages.find(matches), milliseconds)
}

/** `_meta` of a request of the 2026-07-28 era. */
export function modernMeta(client = 'test-client', capabilities: object = {}): { readonly _meta: object } {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: client, version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  }
}
