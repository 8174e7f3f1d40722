/**
 * Questions of one principal are opened one after the other. Calls that an agent sends at once would otherwise each
 * count the open questions before any of them is stored, and together pass a limit that none of them passes alone. It
 * remembers only the end of the queue, and only while a call waits in it.
 */
import type { Call } from '../call/call.ts'
import type { Store } from '../store/store.ts'

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>()

export async function takeAskingTurn<Answer>(store: Store, call: Call, ask: () => Promise<Answer>): Promise<Answer> {
  const queue = queues.get(store) ?? new Map<string, Promise<unknown>>()
  queues.set(store, queue)
  // A client names itself: under several names at once it would else pass the limit of its connection.
  const requester = JSON.stringify([call.tenant, call.principal])
  const turn = Promise.resolve(queue.get(requester)).then(ask)
  const end = turn.catch(() => null)
  queue.set(requester, end)
  try {
    return await turn
  } finally {
    if (queue.get(requester) === end) queue.delete(requester)
  }
}
