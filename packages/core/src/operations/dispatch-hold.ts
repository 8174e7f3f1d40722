/**
 * At most one dispatch per approval. `claimDispatch` is the point of no return (P4): after it, the call counts as
 * perhaps sent until an outcome or the proof that nothing left is stored.
 */
import type { Outcome, ProcessIdentity, UndoDraft } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { moveHold } from './move-hold.ts'
import type { Moved } from './move-hold.ts'
import { say } from '../sentence/say.ts'

export async function claimDispatch(store: Store, id: string, attempt: string, by: ProcessIdentity): Promise<Moved> {
  return await moveHold(
    store,
    id,
    { type: 'claim', attempt, by },
    { actor: by.instance, detail: attempt, tenant: null },
  )
}

/** Only with proof that not one byte went upstream (a refused connection, a child that never started). */
export async function releaseDispatch(store: Store, id: string, attempt: string, why: string): Promise<Moved> {
  return await moveHold(store, id, { type: 'release', attempt }, { actor: null, detail: why, tenant: null })
}

export async function concludeDispatch(
  store: Store,
  id: string,
  attempt: string,
  outcome: Outcome & { kind: 'result' | 'error' },
  /** What would take it back, stored with a success or not at all. */
  undo: UndoDraft | null = null,
): Promise<Moved> {
  const event = { type: 'outcome', attempt, outcome, ...(undo === null ? {} : { undo }) } as const
  return await moveHold(store, id, event, { actor: null, detail: null, tenant: null })
}

/** The outcome cannot be known. Never retried by us; a person resolves it, or a late answer of the same attempt does. */
export async function loseDispatch(store: Store, id: string, attempt: string, reason: string): Promise<Moved> {
  return await moveHold(store, id, { type: 'lost', attempt, reason }, { actor: null, detail: reason, tenant: null })
}

/** The upstream asks for input: the attempt goes on with the client's next round. */
export async function pauseDispatchForInput(
  store: Store,
  id: string,
  attempt: string,
  state: string,
  resultText: string,
): Promise<Moved> {
  return await moveHold(
    store,
    id,
    { type: 'input-asked', attempt, state, resultText },
    { actor: null, detail: say('inputAsked'), tenant: null },
  )
}

/** Opens the next round of the same attempt; the swap lets each round through once. */
export async function continueDispatch(store: Store, id: string, attempt: string, state: string): Promise<Moved> {
  return await moveHold(
    store,
    id,
    { type: 'next-round', attempt, state },
    { actor: null, detail: say('nextRound'), tenant: null },
  )
}

export async function invalidateHold(store: Store, id: string, what: string): Promise<Moved> {
  return await moveHold(store, id, { type: 'drift', what }, { actor: null, detail: what, tenant: null })
}

/** What the call is about is no longer what was shown: the approval is void, and the next identical call asks anew. */
export async function invalidateChanged(store: Store, id: string, changedSince: string): Promise<Moved> {
  const what = say('changedSinceShownSo', { how: changedSince })
  return await moveHold(
    store,
    id,
    { type: 'drift', what, changedSince },
    {
      actor: null,
      // How it differs is for approvers, who find it in the hold; more people read the log.
      detail: say('changedSinceShownShort'),
      tenant: null,
    },
  )
}

/** The final answer was written to a request that was neither cancelled nor timed out. */
export async function markDelivered(store: Store, id: string): Promise<Moved> {
  return await moveHold(store, id, { type: 'deliver' }, { actor: null, detail: null, tenant: null })
}

/** The caller went away before its envelope left: from now on only a re-issue runs the call. */
export async function markCallerLeft(store: Store, id: string): Promise<Moved> {
  return await moveHold(store, id, { type: 'caller-left' }, { actor: null, detail: null, tenant: null })
}

/** The owner has ended; whoever can reach the same server may look after its hold. */
export async function takeOver(store: Store, id: string, by: ProcessIdentity): Promise<Moved> {
  return await moveHold(
    store,
    id,
    { type: 'take-over', by },
    { actor: by.instance, detail: say('takenOver'), tenant: null },
  )
}
