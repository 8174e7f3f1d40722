/**
 * A person asks again about a call that provably had no effect: a new question about the same bytes, under a hold of its own, which
 * somebody has to answer like any other. It runs nothing, and never twice what one approval allowed. The agent's identical call meets the
 * new question; what is approved without one is run by whoever can reach the server (`take-over`), after the second look.
 */
import { mayAskAgain } from '../hold/ask-again.ts'
import type { Hold } from '../hold/hold.ts'
import type { Refusal } from '../hold/hold-event.ts'
import { meetIdenticalCall } from '../hold/identical-call.ts'
import { placelessProcess } from '../lease/hold-owner.ts'
import { say } from '../sentence/say.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'

export interface AskAgainRequest {
  /** The hold whose call had no effect. */
  readonly hold: string
  /** Another tenant's hold does not exist. `null`: the local operator of this home. */
  readonly tenant: string | null
  readonly by: string
  /** Of the new hold. */
  readonly id: string
}

export type AskedAgain =
  /** The new question, or the one that an identical call has opened since. */
  | { readonly kind: 'asked'; readonly hold: Hold }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly hold: Hold }

export async function askAgain(store: Store, request: AskAgainRequest): Promise<AskedAgain> {
  const of = await store.holds.get(request.hold)
  if (of === null || (request.tenant !== null && of.call.tenant !== request.tenant)) return { kind: 'not-found' }
  return await store.holds.changeNewest(of.key, (newest, now): Step<AskedAgain> => {
    if (newest !== null && newest.id !== of.id) {
      return { do: 'keep', answer: newest.state === 'pending' ? { kind: 'asked', hold: newest } : refused(newest) }
    }
    if (newest === null || !mayAskAgain(newest)) return { do: 'keep', answer: refused(newest ?? of) }
    const hold = askedAnew(newest, request.id, now)
    const record = holdRecord(hold, 'hold-created', request.by, say('askedAgainAfter', { hold: of.id }))
    return { do: 'write', hold, record, before: null, answer: { kind: 'asked', hold } }
  })
}

function refused(hold: Hold): AskedAgain {
  return { kind: 'refused', refusal: { code: 'WRONG_STATE', message: say('mayHaveTakenEffect') }, hold }
}

/** What was looked at before is looked at again before it runs: whatever differs by then voids the new approval too. */
function askedAnew(of: Hold, id: string, now: number): Hold {
  const { changedSince: _changed, undo: _undo, spentQuestion: _spent, ...asked } = of
  const met = meetIdenticalCall({ ...of, deliveredAt: of.deliveredAt ?? now }, now)
  const warnings = met.next === 'ask' ? met.warnings : []
  return {
    ...asked,
    id,
    revision: 1,
    state: 'pending',
    preview: { ...of.preview, warnings: [...of.preview.warnings, ...warnings] },
    createdAt: now,
    decideBy: now + of.ruling.decideWithinMs,
    runAfter: null,
    executeBy: null,
    verdicts: [],
    laterRationales: [],
    // Nobody waits for it: it belongs to no process until one takes it over.
    owner: { ...placelessProcess(`asked-again/${id}`, 0), fence: 0 },
    attempt: null,
    outcome: null,
    callerLeft: false,
    deliveredAt: null,
    decidedAt: null,
    endedAt: null,
    note: null,
  }
}
