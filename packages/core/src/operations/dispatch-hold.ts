/**
 * At most one dispatch per approval. `claimDispatch` is the point of no return (P4): after it, the call counts as
 * perhaps sent until an outcome or the proof that nothing left is stored.
 */
import type { Refusal } from '../hold/hold-event.ts'
import type { ListedHold } from '../hold/listed-hold.ts'
import type { Hold, Outcome, ProcessIdentity, UndoDraft } from '../hold/hold.ts'
import { transition } from '../hold/transition.ts'
import { holdsLease, ownerLease, liveOwnersAt } from '../lease/hold-owner.ts'
import type { SeeProcess } from '../lease/hold-owner.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord, recordKindOf } from './hold-record.ts'
import { moveHold } from './move-hold.ts'
import type { Moved } from './move-hold.ts'
import { say } from '../sentence/say.ts'

/** `whyVoid` sees the row that is claimed: what runs is what it looked at. */
export async function claimDispatch(
  store: Store,
  id: string,
  attempt: string,
  by: ProcessIdentity,
  whyVoid?: (hold: Hold) => string | null,
  runBy: 'gateway' | 'requester' = 'gateway',
): Promise<Moved> {
  const about = { actor: by.instance, detail: attempt, tenant: null }
  const claimant = runBy === 'requester' ? ({ byRequester: true } as const) : {}
  return await moveHold(store, id, { type: 'claim', attempt, by, ...claimant }, about, whyVoid)
}

/**
 * Only with proof that not one byte went upstream (a refused connection, a child that never started). Without its lease
 * the process has no say in who runs the call next: it counts as lost.
 */
export async function releaseDispatch(store: Store, id: string, attempt: string, why: string): Promise<Moved> {
  const event = { type: 'release', attempt } as const
  const released = await moveHold(store, id, event, { actor: null, detail: why, tenant: null })
  if (released.kind !== 'refused' || released.refusal.code !== 'LEASE_LAPSED') return released
  return await loseDispatch(store, id, attempt, unheard(released.hold))
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
  const about = { actor: null, detail: null, tenant: null }
  const concluded = await moveHold(store, id, event, about)
  if (concluded.kind !== 'refused' || concluded.refusal.code !== 'LEASE_LAPSED') return concluded
  // Readers saw "unknown" meanwhile: the late answer changes that, and the log shows it after the "unknown".
  await loseDispatch(store, id, attempt, unheard(concluded.hold))
  return await moveHold(store, id, event, about)
}

/** Why it is not known what became of a call whose runner is silent for longer than its lease. */
export function unheard({ call }: Pick<ListedHold, 'call'>): string {
  return say(call.runBy === 'requester' ? 'requesterUnheard' : 'senderUnheard')
}

/**
 * The outcome cannot be known. Never retried by us; a person resolves it, or a late answer of the same attempt does.
 */
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

/**
 * The owner is gone; another process that can reach the same server takes over its hold. Of several that try, one
 * succeeds.
 */
export async function takeOver(
  store: Store,
  { id, owner, state }: Pick<Hold, 'id' | 'owner' | 'state'>,
  by: ProcessIdentity,
  see: SeeProcess,
): Promise<Moved> {
  return await store.holds.change(id, (hold, now, leases): Step<Moved> => {
    if (hold === null) return { do: 'keep', answer: { kind: 'not-found' } }
    // Decided since it was read: the next look finds what is to be done now.
    if (hold.state !== state || liveOwnersAt(now, leases, see).owns(hold)) {
      return { do: 'keep', answer: { kind: 'refused', refusal: stillOwned(), hold } }
    }
    if (!holdsLease(by, leases)) {
      const refusal: Refusal = { code: 'LEASE_LAPSED', message: say('leaseLapsed') }
      return { do: 'keep', answer: { kind: 'refused', refusal, hold } }
    }
    const moved = transition(hold, { type: 'take-over', at: now, by, from: owner })
    if (!moved.ok) return { do: 'keep', answer: { kind: 'refused', refusal: moved.refusal, hold } }
    return {
      do: 'write',
      hold: moved.hold,
      record: holdRecord(moved.hold, recordKindOf(hold, moved.hold), by.instance, say('takenOver')),
      before: leases.get(ownerLease(by))?.until ?? null,
      answer: { kind: 'moved', hold: moved.hold },
    }
  })
}

function stillOwned(): Refusal {
  return { code: 'NOT_THE_OWNER', message: say('anotherOwner') }
}
