/**
 * What becomes of holds when the store can no longer vouch for what was decided: it was restored, or the machine's
 * clock was set back. The steps only take away: what was approved does not run, what was under way counts as perhaps
 * sent.
 */
import type { HoldEvent } from '../hold/hold-event.ts'
import type { Hold, HoldState } from '../hold/hold.ts'
import { transition } from '../hold/transition.ts'
import { say } from '../sentence/say.ts'
import type { Step } from '../store/store.ts'
import { holdRecord, recordKindOf } from './hold-record.ts'

export type Voiding = 'restored' | 'clock-behind' | 'clock-accepted'

/** The states that each of them changes. */
export const VOIDED_STATES: { readonly [cause in Voiding]: readonly HoldState[] } = {
  restored: ['approved', 'dispatching'],
  'clock-behind': ['approved'],
  'clock-accepted': ['approved', 'pending'],
}

/** Answers whether the hold was changed. */
export function voidHold(hold: Hold | null, now: number, cause: Voiding): Step<boolean> {
  const event = hold === null ? null : eventFor(hold, now, cause)
  const moved = hold === null || event === null ? null : transition(hold, event)
  if (hold === null || moved?.ok !== true) return { do: 'keep', answer: false }
  const { note, outcome } = moved.hold
  const detail = outcome?.kind === 'lost' ? outcome.reason : note
  const record = holdRecord(moved.hold, recordKindOf(hold, moved.hold), null, detail)
  return { do: 'write', hold: moved.hold, record, before: null, answer: true }
}

function eventFor(hold: Hold, at: number, cause: Voiding): HoldEvent | null {
  switch (cause) {
    case 'restored':
      if (hold.state !== 'dispatching') return { type: 'drift', at, what: say('storeRestored') }
      return hold.attempt === null
        ? null
        : { type: 'lost', at, attempt: hold.attempt.id, reason: say('sentBeforeRestore') }
    case 'clock-behind':
      return { type: 'lapse', at, why: say('clockWasSetBack') }
    case 'clock-accepted':
      // A question that was asked while the clock was ahead would stay open for as long as it was ahead.
      return hold.state === 'pending' && hold.createdAt <= at
        ? null
        : { type: 'drift', at, what: say('askedAheadOfTime') }
  }
}
