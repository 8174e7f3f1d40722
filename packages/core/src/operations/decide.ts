/**
 * The one door: every verdict, whatever rail brought it, passes here and nowhere else. The verdict is durable when this
 * returns, so a click may be acknowledged then and not before.
 */
import type { Hold } from '../hold/hold.ts'
import type { Refusal } from '../hold/hold-event.ts'
import { transition } from '../hold/transition.ts'
import type { Verdict } from '../hold/verdict.ts'
import type { Step, Store } from '../store/store.ts'
import { recordKindOf } from './record-kind-of.ts'
import { holdRecord } from './hold-record.ts'

export interface DecideRequest {
  readonly hold: string
  /** The decider's tenant; another tenant's hold does not exist for them. `null`: the local operator of this home. */
  readonly tenant: string | null
  /** The time is the database's; whoever decides has no say in it. */
  readonly verdict: Omit<Verdict, 'at'>
}

export type Decision =
  /** The verdict counted. With a quorum the hold may still be pending. */
  | { readonly kind: 'decided'; readonly hold: Hold }
  /** The same person said the same before: the original stands. */
  | { readonly kind: 'receipt'; readonly hold: Hold }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly hold: Hold }

export async function decide(store: Store, request: DecideRequest): Promise<Decision> {
  return await store.holds.change(request.hold, (hold, now): Step<Decision> => {
    if (hold === null || (request.tenant !== null && hold.call.tenant !== request.tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    const verdict: Verdict = { ...request.verdict, at: now }
    const moved = transition(hold, { type: 'verdict', verdict })
    if (moved.ok) {
      const record = holdRecord(moved.hold, recordKindOf(hold, moved.hold), verdict.by, describe(verdict))
      return {
        do: 'write',
        hold: moved.hold,
        record,
        before: hold.decideBy,
        answer: { kind: 'decided', hold: moved.hold },
      }
    }
    return refused(hold, verdict, moved.refusal, now)
  })
}

function refused(hold: Hold, verdict: Verdict, refusal: Refusal, now: number): Step<Decision> {
  if (refusal.code === 'ALREADY_SAID') return { do: 'keep', answer: { kind: 'receipt', hold } }
  if (refusal.code === 'TOO_LATE' && hold.state === 'pending') {
    const expired = transition(hold, { type: 'deadline', at: now })
    if (expired.ok) {
      const record = holdRecord(expired.hold, 'hold-expired', null, expired.hold.note)
      return {
        do: 'write',
        hold: expired.hold,
        record,
        before: null,
        answer: { kind: 'refused', refusal, hold: expired.hold },
      }
    }
  }
  const record = holdRecord(hold, 'decision-refused', verdict.by, `${describe(verdict)}: ${refusal.code}`)
  return { do: 'record', record, answer: { kind: 'refused', refusal, hold } }
}

function describe(verdict: Verdict): string {
  const reason = verdict.reason === null ? '' : `: ${verdict.reason}`
  return `${verdict.answer} via ${verdict.via} (${verdict.assurance})${reason}`
}
