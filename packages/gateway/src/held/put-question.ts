/**
 * Puts a question where the person is and waits for them there: in the host where one of its rails can ask, else on the
 * page and the terminal while somebody can be reached. One dialog at a time for one hold.
 */
import type { Hold } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import type { HoldKeeperOptions } from './hold-keeper-options.ts'
import type { KeptHold } from './kept-hold.ts'
import type { BringAnswer } from '../rails/rail-choice.ts'
import type { Asked } from '../rails/rail.ts'
import type { CallPatience } from './wait-policy.ts'

/** Where the person is asked: in the host, on the page they went to, or not at all because they just answered. */
export type AskingPlace = 'here' | 'page' | { readonly bring: BringAnswer }

/** A preview asks nobody. */
export type AskingWish = AskingPlace | 'nowhere'

export async function putQuestion(
  options: Pick<HoldKeeperOptions, 'store' | 'rails' | 'attention' | 'awaitsAnswer'>,
  question: {
    readonly kept: KeptHold
    readonly hold: Hold
    readonly caller: Caller
    /** Resolves when there is nothing left to ask. */
    readonly closed: Promise<void>
    readonly place: AskingPlace
    /** How long this call may wait, where somebody can be reached there. */
    readonly patience: CallPatience
    /** From here on a view shows where it is asked. */
    readonly shown: () => void
  },
): Promise<Asked | null> {
  const { kept, caller, closed, place, patience, shown } = question
  let { hold } = question
  const approvalUrl = (): Promise<string> => options.attention.link(hold)
  if (typeof place === 'object') {
    const brought = await place.bring({ hold, decided: kept.decided, approvalUrl })
    // What no person can have answered is asked where one may be.
    if (brought?.kind !== 'not-reached') return brought
    // The question that was answered so is spent: the next one is another.
    hold = (await options.store.holds.get(hold.id)) ?? hold
  }
  const isAsked = (): boolean => kept.asking || options.awaitsAnswer(hold.id)
  if (place !== 'page' && !isAsked()) {
    kept.asking = true
    const waiting = patience('in-host')
    try {
      const asked = await options.rails.ask({
        hold,
        caller,
        approvalUrl,
        over: Promise.race([closed, waiting.over]),
        decided: kept.decided,
        begun: (rail) => {
          kept.dialogOf = rail === 'card' ? null : caller.session
          // The card shows its own question by itself, with the answers.
          if (rail !== 'card') shown()
        },
      })
      if (asked !== null) return asked
    } finally {
      kept.asking = false
      waiting.end()
    }
  }
  shown()
  const reachable = place === 'page' || isAsked() || (await options.attention.summon(hold)).reachable
  const waiting = patience(reachable ? 'elsewhere' : 'nobody')
  await Promise.race([closed, waiting.over])
  waiting.end()
  return null
}
