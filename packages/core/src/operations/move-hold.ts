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
    if (!moved.ok) return { do: 'keep', answer: { kind: 'refused', refusal: moved.refusal, hold } }
    return {
      do: 'write',
      hold: moved.hold,
      record: holdRecord(moved.hold, recordKindOf(hold, moved.hold), about.actor, about.detail),
      before: event.type === 'claim' ? hold.executeBy : null,
      answer: { kind: 'moved', hold: moved.hold },
    }
  })
}
