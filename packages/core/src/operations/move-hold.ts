/** Applies one event to one hold, durably: transition, compare-and-swap and audit record in one transaction. */
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { HoldEvent, Refusal } from '../hold/hold-event.ts'
import { transition } from '../hold/transition.ts'
import { holdsLease, ownerLease } from '../lease/hold-owner.ts'
import { say } from '../sentence/say.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord, recordKindOf } from './hold-record.ts'

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
  /** Why an approved hold may not be moved so: then it is void instead. */
  whyVoid: (hold: Hold) => string | null = () => null,
): Promise<Moved> {
  return await store.holds.change(id, (hold, now, leases): Step<Moved> => {
    if (hold === null || (about.tenant !== null && hold.call.tenant !== about.tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    const actor = actingOn(hold, event)
    if (actor !== null && !holdsLease(actor, leases)) {
      return keep(hold, { code: 'LEASE_LAPSED', message: say('leaseLapsed') })
    }
    const why = hold.state === 'approved' ? whyVoid(hold) : null
    if (why !== null) return voidInstead(hold, why, now)
    const moved = transition(hold, { ...event, at: now } as HoldEvent)
    if (!moved.ok) return event.type === 'claim' ? refuseClaim(hold, moved.refusal, now) : keep(hold, moved.refusal)
    return {
      do: 'write',
      hold: moved.hold,
      record: holdRecord(moved.hold, recordKindOf(hold, moved.hold), about.actor, about.detail),
      before: earliest(
        event.type === 'claim' ? hold.executeBy : null,
        actor === null ? null : (leases.get(ownerLease(actor))?.until ?? null),
      ),
      answer: { kind: 'moved', hold: moved.hold },
    }
  })
}

/**
 * The process in whose name the event comes, where that must hold its lease: to begin, to go on, or to end what it
 * began. Any process that knows what became of a lost call may store it.
 */
function actingOn(hold: Hold, event: TimelessEvent): ProcessIdentity | null {
  switch (event.type) {
    case 'claim':
    case 'take-over':
      return event.by
    case 'release':
    case 'input-asked':
    case 'next-round':
    case 'outcome':
      return hold.state === 'dispatching' && hold.attempt?.id === event.attempt ? hold.attempt.by : null
    case 'deadline':
    case 'lapse':
    case 'revoke':
    case 'drift':
    case 'join':
    case 'question-spent':
    case 'caller-left':
    case 'lost':
    case 'resolve':
    case 'deliver':
      return null
  }
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

/** A lapse found at the claim is written at once: left `approved`, the hold would be tried again until a sweep. */
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

function voidInstead(hold: Hold, what: string, now: number): Step<Moved> {
  const refusal: Refusal = { code: 'WRONG_STATE', message: what }
  const voided = transition(hold, { type: 'drift', what, at: now })
  if (!voided.ok) return keep(hold, refusal)
  const record = holdRecord(voided.hold, 'hold-invalidated', null, what)
  const answer: Moved = { kind: 'refused', refusal, hold: voided.hold }
  return { do: 'write', hold: voided.hold, record, before: null, answer }
}

function keep(hold: Hold, refusal: Refusal): Step<Moved> {
  return { do: 'keep', answer: { kind: 'refused', refusal, hold } }
}
