/**
 * Makes visible what time and dead processes have already decided: passed deadlines become `expired`, dispatches whose
 * process died become `unknown`. It grants nothing: the deadlines also stand in every write's predicate.
 */
import type { ProcessIdentity } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { loseDispatch } from './dispatch-hold.ts'
import { moveHold } from './move-hold.ts'

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
      await loseDispatch(store, id, attempt.id, 'The process that sent the call ended before it stored an outcome.')
    } else if (attempt.awaitingInput !== null && now > attempt.awaitingInput.askedAt + ruling.executeWithinMs) {
      await loseDispatch(store, id, attempt.id, 'The server asked for input and nobody answered it in time.')
    }
  }
}
