/** Applies one event to one hold, durably: transition, compare-and-swap and audit record in one transaction. */
import type { Hold } from '../hold/hold.ts'
import type { HoldEvent, Refusal } from '../hold/hold-event.ts'
import { transition } from '../hold/transition.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'
import { recordKindOf } from './record-kind-of.ts'

/** An event whose time is still to be filled in from the database. */
export type TimelessEvent = HoldEvent extends infer E
  ? E extends { readonly at: number }
    ? Omit<E, 'at'>
    : never
  : never

export type Moved =
  | { readonly kind: 'moved'; readonly hold: Hold }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly hold: Hold }

export async function moveHold(
  store: Store,
  id: string,
  event: TimelessEvent,
  about: { readonly actor: string | null; readonly detail: string | null; readonly tenant: string | null },
): Promise<Moved> {
  return await store.holds.change(id, (hold, now): Step<Moved> => {
    if (hold === null || (about.tenant !== null && hold.call.tenant !== about.tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    const moved = transition(hold, { ...event, at: now } as HoldEvent)
    if (!moved.ok) return event.type === 'claim' ? refuseClaim(hold, moved.refusal, now) : keep(hold, moved.refusal)
    return {
      do: 'write',
      hold: moved.hold,
      record: holdRecord(moved.hold, recordKindOf(hold, moved.hold), about.actor, about.detail),
      before: event.type === 'claim' ? hold.executeBy : null,
      answer: { kind: 'moved', hold: moved.hold },
    }
  })
}

/** A lapse found at the claim is written at once: left `approved`, the hold would be tried again until somebody sweeps. */
function refuseClaim(hold: Hold, refusal: Refusal, now: number): Step<Moved> {
  const lapsed = refusal.code === 'TOO_LATE' ? transition(hold, { type: 'deadline', at: now }) : null
  if (lapsed?.ok !== true) return keep(hold, refusal)
  const record = holdRecord(lapsed.hold, 'hold-expired', null, lapsed.hold.note)
  return {
    do: 'write',
    hold: lapsed.hold,
    record,
    before: null,
    answer: { kind: 'refused', refusal, hold: lapsed.hold },
  }
}

function keep(hold: Hold, refusal: Refusal): Step<Moved> {
  return { do: 'keep', answer: { kind: 'refused', refusal, hold } }
}
