/**
 * Makes visible what time and dead processes have already decided: passed deadlines become `expired`, dispatches whose
 * process died become `unknown`, and offers to take a call back that nobody could run any more are withdrawn. It grants
 * nothing: the deadlines also stand in every write's predicate.
 */
import type { ProcessIdentity } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { invalidateHold, loseDispatch } from './dispatch-hold.ts'
import { moveHold } from './move-hold.ts'
import { UNDO_SESSION } from './undo-session.ts'
import { say } from '../sentence/say.ts'

const BATCH = 200

export async function sweepHolds(store: Store, isAlive: (process: ProcessIdentity) => boolean): Promise<void> {
  for (const hold of await store.holds.overdue(BATCH)) {
    await moveHold(store, hold.id, { type: 'deadline' }, { actor: null, detail: null, tenant: null })
  }
  const sent = await store.holds.inState('dispatching', BATCH)
  const now = sent.length === 0 ? 0 : await store.now()
  for (const { id, attempt, ruling } of sent) {
    if (attempt === null) continue
    if (!isAlive(attempt.by)) {
      await loseDispatch(store, id, attempt.id, say('senderEnded'))
    } else if (attempt.awaitingInput !== null && now > attempt.awaitingInput.askedAt + ruling.executeWithinMs) {
      await loseDispatch(store, id, attempt.id, say('inputUnanswered'))
    }
  }
  await withdrawOffers(store, isAlive)
}

/** No agent calls again to run one of these, and a local server is reached by the process that started it alone. */
async function withdrawOffers(store: Store, isAlive: (process: ProcessIdentity) => boolean): Promise<void> {
  for (const state of ['pending', 'approved'] as const) {
    for (const { id, call, owner } of await store.holds.inSession(UNDO_SESSION, state, BATCH)) {
      if (call.server.transport !== 'stdio' || isAlive(owner)) continue
      await invalidateHold(store, id, say('runnerEnded'))
    }
  }
}
