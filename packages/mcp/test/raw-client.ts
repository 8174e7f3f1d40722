/** A client that sends whatever a test writes, message by message, as no SDK would let it. */
import { InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/server'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import type { ProtocolMessage } from '../src/server/sdk-server.ts'
import type { Line, TestServer } from './sdk-lines.ts'

export interface RawClient {
  send(message: object): void
  /** As a transport hands it over that knows who sent it. */
  deliver(message: object, extra: object): void
  /** Everything that came, in order. */
  readonly heard: ProtocolMessage[]
  /** The answer to the request of this id, or `null` where none comes in time. */
  answerTo(id: string | number, withinMs?: number): Promise<ProtocolMessage | null>
  close(): Promise<void>
}

interface Side {
  onmessage?: (message: ProtocolMessage, extra?: object) => void
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

/** `server` is not connected yet. */
export async function rawClient(server: TestServer, line: Line, capabilities: object = {}): Promise<RawClient> {
  const [near, far] = (line === 'v1' ? MemoryV1 : MemoryV2).createLinkedPair() as unknown as [Side, Side]
  const heard: ProtocolMessage[] = []
  Object.assign(near, { onmessage: (message: ProtocolMessage) => void heard.push(message) })
  await server.connect(far as never)
  await near.start()
  const client: RawClient = {
    heard,
    send: (message) => void near.send({ jsonrpc: '2.0', ...message }).catch(() => {}),
    deliver: (message, extra) => far.onmessage?.({ jsonrpc: '2.0', ...message }, extra),
    async answerTo(id, withinMs = 3000) {
      const until = performance.now() + withinMs
      while (performance.now() < until) {
        const found = heard.find((message) => message.id === id && message.method === undefined)
        if (found !== undefined) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return null
    },
    close: async () => await near.close(),
  }
  const clientInfo = { name: 'agent', version: '1' }
  client.send({ id: 'init', method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities, clientInfo } })
  await client.answerTo('init')
  client.send({ method: 'notifications/initialized' })
  return client
}
