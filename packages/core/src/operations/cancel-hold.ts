/**
 * Takes a call back before it runs: a waiting question gets the verdict `cancel`, an approval that no process has
 * claimed yet is revoked, with what it opened beside the call. Against a claim there is one winner, because both swap
 * the same row. It refuses to touch a call that was sent: what ran is undone by another call, never by forgetting it.
 */
import type { Grant } from '../grant/grant.ts'
import type { Hold } from '../hold/hold.ts'
import type { Refusal } from '../hold/hold-event.ts'
import { checkRevocation } from '../hold/revocation.ts'
import { transition } from '../hold/transition.ts'
import { peopleBehind } from '../people/people.ts'
import type { People } from '../people/people.ts'
import type { Assurance, Rail } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import type { GrantChange, Step, Store } from '../store/store.ts'
import { decideStep } from './decide.ts'
import type { Decision } from './decide.ts'
import { grantRecord } from './grant-record.ts'
import { holdRecord } from './hold-record.ts'
import { grantQuery } from './take-grant.ts'
import { verdictWords } from './verdict-words.ts'

export interface CancelRequest {
  readonly hold: string
  /** Another tenant's hold does not exist. `null`: the local operator of this home. */
  readonly tenant: string | null
  readonly by: string
  readonly via: Rail
  readonly assurance: Assurance
  readonly reason: string | null
  /** As for a verdict. */
  readonly people?: People
}

export async function cancelHold(store: Store, request: CancelRequest): Promise<Decision> {
  const { hold: id, tenant, by, via, assurance, reason, people } = request
  return await store.holds.change(id, (hold, now): Step<Decision> => {
    if (hold === null || (tenant !== null && hold.call.tenant !== tenant)) {
      return { do: 'keep', answer: { kind: 'not-found' } }
    }
    if (hold.state === 'approved') return revokeStep(hold, request, now)
    const sent = sentWords(hold)
    if (sent !== null) return refuse(hold, request, { code: 'TOO_LATE', message: sent })
    const verdict = { answer: 'cancel', by, via, assurance, reason } as const
    return decideStep({ hold: id, tenant, verdict, ...(people === undefined ? {} : { people }) }, hold, now)
  })
}

function revokeStep(hold: Hold, request: CancelRequest, now: number): Step<Decision> {
  const { by, via, assurance, reason } = request
  const behind = peopleBehind(request.people ?? null, hold.call, by)
  const ineligible = checkRevocation(hold, { by, via, assurance, ...behind })
  if (ineligible !== null) return refuse(hold, request, ineligible)
  const moved = transition(hold, { type: 'revoke', at: now, by, via, assurance, reason })
  if (!moved.ok) return refuse(hold, request, moved.refusal)
  return {
    do: 'write',
    hold: moved.hold,
    record: holdRecord(moved.hold, 'hold-cancelled', by, verdictWords({ answer: 'cancel', via, assurance }, reason)),
    before: null,
    standing: {
      query: grantQuery(hold),
      change: (grant) => revokeOpened(grant, hold, by, now),
    },
    answer: { kind: 'decided', hold: moved.hold, grant: null },
  }
}

/** What was permitted from the same hold at another moment was a decision of its own, and stands. */
function revokeOpened(grant: Grant, hold: Hold, by: string, now: number): GrantChange | null {
  if (grant.fromHold !== hold.id || grant.effect !== 'allow' || grant.createdAt !== hold.decidedAt) return null
  const revoked: Grant = { ...grant, revokedAt: now, revokedBy: by }
  return { grant: revoked, record: grantRecord('grant-revoked', revoked, by) }
}

/** `null`: the call was never sent. */
function sentWords({ state, outcome, attempt }: Hold): string | null {
  const sent =
    attempt === null ? say('callSent') : say('callSentAt', { moment: new Date(attempt.startedAt).toISOString() })
  switch (state) {
    case 'dispatching':
      return say('tooLateRunning', { sent })
    case 'succeeded':
      return say('tooLateRan', { sent })
    case 'failed':
      return say('tooLateFailed', { sent })
    case 'unknown':
      return say('tooLateUnknown', { sent })
    case 'resolved': {
      const ran = outcome?.kind !== 'resolved' || outcome.executed
      return say(ran ? 'tooLateFoundRun' : 'tooLateFoundNotRun', { sent })
    }
    case 'pending':
    case 'approved':
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return null
  }
}

function refuse(hold: Hold, request: CancelRequest, refusal: Refusal): Step<Decision> {
  const { by, via, assurance } = request
  const words = verdictWords({ answer: 'cancel', via, assurance }, refusal.code)
  const record = holdRecord(hold, 'decision-refused', by, words)
  return { do: 'record', record, answer: { kind: 'refused', refusal, hold } }
}
