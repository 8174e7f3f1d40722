/** Hands the stored outcome of a hold to a caller, to one of those who ask at the same moment. */
import { markDelivered } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'
import { answerEnded } from './answer-caller.ts'
import type { Caller } from '../calls/caller.ts'
import { stillListens } from './wait-policy.ts'

/** Answers whether this caller has got it; else somebody else just did, and the call is to be looked at anew. */
export type DeliverOnce = (caller: Caller, hold: Hold) => Promise<boolean>

export function createDeliverOnce(store: Store): DeliverOnce {
  /** Outcomes being written to a caller right now. */
  const delivering = new Map<string, Promise<void>>()

  async function write(caller: Caller, hold: Hold): Promise<void> {
    if (answerEnded(caller, hold, null) && stillListens(caller)) await markDelivered(store, hold.id)
  }

  return async (caller, hold) => {
    const earlier = delivering.get(hold.id)
    if (earlier !== undefined) {
      await earlier
      return false
    }
    const delivery = write(caller, hold)
    delivering.set(hold.id, delivery)
    try {
      await delivery
    } finally {
      delivering.delete(hold.id)
    }
    return true
  }
}
