/**
 * Before something is read for a question: may this client ask at all? A reader that is refused an answer must not make
 * the server work for it, and calls that come at once count each other, though none of their questions is stored yet.
 */
import type { Call } from '../call/call.ts'
import type { Store } from '../store/store.ts'
import { findAskingLimit } from './asking-limit.ts'
import { takeAskingTurn } from './asking-turn.ts'

export type PreparedQuestion =
  | { readonly kind: 'limited'; readonly message: string }
  /** It counts as open until `release`, which is due once the question is stored or not asked at all. */
  | { readonly kind: 'ready'; readonly release: () => void }

const preparing = new WeakMap<Store, Set<Call>>()

export async function prepareQuestion(store: Store, call: Call): Promise<PreparedQuestion> {
  const underway = preparing.get(store) ?? new Set<Call>()
  preparing.set(store, underway)
  return await takeAskingTurn(store, call, async () => {
    const message = await findAskingLimit(store, call, underway)
    if (message !== null) return { kind: 'limited', message }
    underway.add(call)
    return { kind: 'ready', release: () => void underway.delete(call) }
  })
}
