/**
 * Makes visible what time and dead processes have already decided: passed deadlines become `expired`, dispatches whose
 * process is gone become `unknown`, and offers to take a call back that no process could run any more are withdrawn. It
 * grants nothing: the deadlines also stand in every write's predicate.
 */
import { findLiveOwners } from '../lease/hold-owner.ts'
import type { SeeProcess, LiveOwners } from '../lease/hold-owner.ts'
import type { Store } from '../store/store.ts'
import { invalidateHold, loseDispatch, unheard } from './dispatch-hold.ts'
import { moveHold } from './move-hold.ts'
import { UNDO_SESSION } from './undo-session.ts'
import { say } from '../sentence/say.ts'

const BATCH = 200

export async function sweepHolds(store: Store, see: SeeProcess): Promise<void> {
  for (const hold of await store.holds.overdue(BATCH)) {
    await moveHold(store, hold.id, { type: 'deadline' }, { actor: null, detail: null, tenant: null })
  }
  const standing = await findLiveOwners(store, see)
  const sent = await store.holds.inState('dispatching', BATCH)
  const now = sent.length === 0 ? 0 : await store.now()
  for (const hold of sent) {
    const { id, attempt, ruling } = hold
    if (attempt === null) continue
    if (!standing.sends(hold)) {
      await loseDispatch(store, id, attempt.id, see(attempt.by) === 'ended' ? say('senderEnded') : unheard(hold))
    } else if (attempt.awaitingInput !== null && now > attempt.awaitingInput.askedAt + ruling.executeWithinMs) {
      await loseDispatch(store, id, attempt.id, say('inputUnanswered'))
    }
  }
  await withdrawOffers(store, standing)
}

/** No agent calls again to run one of these, and a local server is reached by the process that started it alone. */
async function withdrawOffers(store: Store, standing: LiveOwners): Promise<void> {
  for (const state of ['pending', 'approved'] as const) {
    for (const hold of await store.holds.inSession(UNDO_SESSION, state, BATCH)) {
      if (hold.call.server.transport !== 'stdio' || standing.owns(hold)) continue
      await invalidateHold(store, hold.id, say('runnerEnded'))
    }
  }
}
