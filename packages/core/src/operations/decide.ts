/**
 * The one door: every verdict on a question, whatever rail brought it, passes here and nowhere else; `cancel-hold.ts`
 * takes back what was decided. The verdict is durable when this returns, so a click may be acknowledged then and not
 * before.
 */
import type { RecordDraft } from '../audit/record.ts'
import type { Grant } from '../grant/grant.ts'
import type { GrantRequest } from '../grant/grant-request.ts'
import { toGrant } from '../grant/to-grant.ts'
import type { GrantResult } from '../grant/to-grant.ts'
import type { CheckedEdit } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import type { Refusal } from '../hold/hold-event.ts'
import { transition } from '../hold/transition.ts'
import type { Verdict } from '../hold/verdict.ts'
import { peopleBehind } from '../people/people.ts'
import type { People } from '../people/people.ts'
import { say } from '../sentence/say.ts'
import type { Step, Store } from '../store/store.ts'
import { grantRecord } from './grant-record.ts'
import { holdRecord, recordKindOf } from './hold-record.ts'
import { verdictWords } from './verdict-words.ts'

export interface DecideRequest {
  readonly hold: string
  /** The decider's tenant; another tenant's hold does not exist for them. `null`: the local operator of this home. */
  readonly tenant: string | null
  /** The time is the database's, never the decider's. */
  readonly verdict: Omit<Verdict, 'at' | 'edits' | 'person'>
  /** The person behind each identity; without it no person is known, and under a quorum no approval counts. */
  readonly people?: People
  /** Other arguments than those asked for, checked already. Only with an approval. */
  readonly edit?: CheckedEdit
  /**
   * Digest of the arguments the person saw: an approval of others does not count. Needed once another person has
   * edited.
   */
  readonly shown?: string
  /**
   * A standing answer that comes with the verdict: a permission with an approval, a denial with a decline. Without it
   * the verdict is about this call alone.
   */
  readonly grant?: { readonly id: string; readonly request: GrantRequest }
}

export type Decision =
  /** The verdict counted. With a quorum the hold may still be pending. */
  | { readonly kind: 'decided'; readonly hold: Hold; readonly grant: Grant | null }
  /** The same person said the same before: the original stands. */
  | { readonly kind: 'receipt'; readonly hold: Hold }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly hold: Hold }

export async function decide(store: Store, request: DecideRequest): Promise<Decision> {
  return await store.holds.change(request.hold, (hold, now): Step<Decision> => {
    if (hold === null || (request.tenant !== null && hold.call.tenant !== request.tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    return decideStep(request, hold, now)
  })
}

/** For a hold of the decider's tenant. */
export function decideStep(request: DecideRequest, hold: Hold, now: number): Step<Decision> {
  const { person, requester } = peopleBehind(request.people ?? null, hold.call, request.verdict.by)
  const verdict: Verdict = {
    ...request.verdict,
    ...(person === undefined ? {} : { person }),
    at: now,
    edits: request.edit?.argumentsText ?? null,
  }
  const moved = transition(hold, {
    type: 'verdict',
    verdict,
    ...(request.edit === undefined ? {} : { edit: request.edit }),
    ...(request.shown === undefined ? {} : { shown: request.shown }),
    ...(requester === undefined ? {} : { requester }),
  })
  if (!moved.ok) return refused(hold, verdict, moved.refusal, now)
  const granting = grantFor(request.grant, moved.hold, verdict)
  if (granting?.ok === false) {
    // Neither half is stored: a person who wanted both decides anew.
    return refused(hold, verdict, { code: 'NOT_GRANTABLE', message: granting.message }, now)
  }
  const grant = granting?.grant ?? null
  return {
    do: 'write',
    hold: moved.hold,
    record: holdRecord(moved.hold, recordKindOf(hold, moved.hold), verdict.by, verdictWords(verdict, verdict.reason)),
    before: hold.decideBy,
    ...(grant === null ? {} : { grant: { grant, record: grantRecord('grant-made', grant, verdict.by) } }),
    answer: { kind: 'decided', hold: moved.hold, grant },
  }
}

/** What stands from now on: what was asked for, or nothing. */
function grantFor(asked: DecideRequest['grant'], hold: Hold, verdict: Verdict): GrantResult | null {
  if (asked === undefined) return null
  const { answer, by, via, assurance, at } = verdict
  const { id, request } = asked
  // No surface said what the edited arguments would open.
  if (verdict.edits !== null) return { ok: false, message: say('editGrantsNothing') }
  if (answer === 'cancel') return { ok: false, message: say('cancelGrantsNothing') }
  return toGrant(request, { id, effect: answer === 'approve' ? 'allow' : 'deny', hold, by, via, assurance, at })
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
  return {
    do: 'record',
    record: refusedRecord(hold, verdict, refusal.code),
    answer: { kind: 'refused', refusal, hold },
  }
}

type RefusedVerdict = Pick<Verdict, 'answer' | 'by' | 'via' | 'assurance' | 'reason'> & Partial<Pick<Verdict, 'edits'>>

function refusedRecord(hold: Hold, verdict: RefusedVerdict, code: Refusal['code']): RecordDraft {
  const more = verdict.reason === null ? code : `${verdict.reason}: ${code}`
  return holdRecord(hold, 'decision-refused', verdict.by, verdictWords(verdict, more))
}

/** An answer that a surface refuses before it is a verdict (a stranger's, in a chat) stands in the log as `decide` would put it. */
export async function recordRefusedDecision(
  store: Store,
  hold: Hold,
  verdict: RefusedVerdict,
  code: Refusal['code'],
): Promise<void> {
  await store.audit.append(refusedRecord(hold, verdict, code))
}
