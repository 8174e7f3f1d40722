import { createChannelGate } from '@holdpoint/channels/gate'
import type { ChannelGate, InboundMessage } from '@holdpoint/channels/gate'
import { createMemoryStore } from '@holdpoint/store/memory'

export function createSmallestBot(
  send: (session: string, text: string) => Promise<void>,
  deleteOrders: (status: unknown) => number,
  askAgent: (message: InboundMessage, gate: ChannelGate) => void,
): (message: InboundMessage) => Promise<void> {
  const gate = createChannelGate({ name: 'orders-bot', store: createMemoryStore(), send })
  gate.operation('delete_orders', ({ status }) => deleteOrders(status))

  return async function receive(message) {
    if (await gate.intercept(message)) return // an answer to a question: the agent never sees it
    askAgent(message, gate) // its tool calls gate.run(message, { operation: 'delete_orders', … })
  }
}
