/** The agent of the demo: a client of the gateway like any other, only without a model behind it. */
import { randomUUID } from 'node:crypto'
import { isJsonObject, readClientMessage } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ConnectedServer } from '@holdpoint/gateway'

export interface DemoAgent {
  /** Connects under this name, so that it sees only its own calls and answers. */
  open(name: string): Promise<void>
  /** The id of the hold that the call is stopped by; `null` where it was not stopped. */
  call(tool: string, args: JsonObject): Promise<string | null>
}

const handshake = (name: string): JsonObject => ({
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name, version: '1' },
})

export function createDemoAgent(
  server: ConnectedServer,
  origin: { readonly tenant: string; readonly principal: string },
): DemoAgent {
  const waiting = new Map<number, (message: JsonValue) => void>()
  let nextId = 1
  const link = server.open({
    downstream: {
      answer(id, text) {
        if (typeof id === 'number') waiting.get(id)?.(JSON.parse(text) as JsonValue)
      },
      send() {},
    },
    origin: { ...origin, session: randomUUID(), relaysAPerson: true },
  })

  async function request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = nextId
    nextId += 1
    const answer = await new Promise<JsonValue>((resolve, reject) => {
      waiting.set(id, resolve)
      server.connection.onClosed((reason) => reject(new Error(reason)))
      link.receive(readClientMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params })), null)
    })
    const result = isJsonObject(answer) ? answer['result'] : undefined
    if (!isJsonObject(result)) throw new Error(`${method} failed: ${JSON.stringify(answer)}`)
    return result
  }

  return {
    async open(name) {
      await request('initialize', handshake(name))
      link.receive(readClientMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}'), null)
    },
    async call(tool, args) {
      const result = await request('tools/call', { name: tool, arguments: args })
      const meta = isJsonObject(result['_meta']) ? result['_meta']['dev.holdpoint/hold'] : undefined
      if (!isJsonObject(meta) || meta['state'] !== 'pending') return null
      return typeof meta['id'] === 'string' ? meta['id'] : null
    },
  }
}
