/** Offers to take back what ran: each is a hold of its own, which this process runs once somebody approves it. */
import type { Call, Hold } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import { messageOf } from '../calls/error-message.ts'
import type { HoldRecipes } from '../recipes/hold-recipes.ts'

/** On what the call that is taken back ran. */
type Carrier = Pick<Caller, 'connection' | 'metaText'>

export interface UndoOffers {
  offer(hold: Hold, carrier: Carrier): void
  /** What a process before this one stored as done, and ended before it could offer to take it back. */
  offerMissed(call: Call, carrier: Carrier): void
}

export interface UndoOffersOptions {
  readonly recipes: Pick<HoldRecipes, 'offerUndo' | 'missedUndos'>
  /** Looks after the offer, on the connection of the call it takes back. */
  readonly look: (offered: Hold, carrier: Carrier) => void
  /** Work that an orderly end waits for. */
  readonly track: (work: Promise<void>) => void
  readonly log: (message: string) => void
}

export function createUndoOffers({ recipes, look, track, log }: UndoOffersOptions): UndoOffers {
  function offer(hold: Hold, carrier: Carrier): void {
    track(
      recipes.offerUndo(hold, carrier.connection, carrier.metaText).then(
        (offered) => {
          if (offered !== null) look(offered, carrier)
        },
        (error: unknown) => log(`no undo can be offered for hold ${hold.id}: ${messageOf(error)}`),
      ),
    )
  }

  return {
    offer,
    offerMissed(call, carrier) {
      track(
        recipes.missedUndos(call).then(
          (missed) => missed.forEach((hold) => offer(hold, carrier)),
          (error: unknown) => log(`earlier calls cannot be looked at: ${messageOf(error)}`),
        ),
      )
    },
  }
}
