/**
 * Questions of one client are opened one after the other. Calls that an agent sends at once would otherwise each count
 * the open questions before any of them is stored, and together pass a limit that none of them passes alone.
 * It remembers nothing but the end of the queue, and only while somebody stands in it.
 */
import type { Call } from '../call/call.ts'
import type { Store } from '../store/store.ts'

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>()

export async function takeAskingTurn<Answer>(store: Store, call: Call, ask: () => Promise<Answer>): Promise<Answer> {
  const queue = queues.get(store) ?? new Map<string, Promise<unknown>>()
  queues.set(store, queue)
  const client = JSON.stringify([call.tenant, call.principal, call.client.name])
  const turn = Promise.resolve(queue.get(client)).then(ask)
  const end = turn.catch(() => null)
  queue.set(client, end)
  try {
    return await turn
  } finally {
    if (queue.get(client) === end) queue.delete(client)
  }
}
