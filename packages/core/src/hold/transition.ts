/**
 * How a hold may change: one pure function from a hold and an event to the next hold, or to a refusal as a value.
 * It refuses to read clocks, make ids or touch a store; silence has no event, so nothing here turns silence into a yes.
 */
import { isTerminal } from './hold.ts'
import type { Hold, HoldState } from './hold.ts'
import type { HoldEvent, Refusal, Transition } from './hold-event.ts'
import { applyVerdict } from './apply-verdict.ts'
import { isSameOwner } from '../lease/hold-owner.ts'
import { runsFrom } from './runs-from.ts'
import type { Verdict } from './verdict.ts'
import { say } from '../sentence/say.ts'

/** An agent that calls in a loop must not make the hold grow without end. */
const MOST_RATIONALES = 50

export function transition(hold: Hold, event: HoldEvent): Transition {
  switch (event.type) {
    case 'verdict':
      return applyVerdict(hold, event.verdict, {
        edit: event.edit ?? null,
        shown: event.shown ?? null,
        requester: event.requester ?? null,
      })
    case 'deadline':
      return applyDeadline(hold, event.at)
    case 'lapse':
      return when(hold, ['approved'], () => ended(hold, 'expired', event.at, event.why))
    case 'revoke':
      return when(hold, ['approved'], () => applyRevoke(hold, event))
    case 'drift':
      return when(hold, ['pending', 'approved'], () => ({
        ...ended(hold, 'invalidated', event.at, event.what),
        ...(event.changedSince === undefined ? {} : { changedSince: event.changedSince }),
      }))
    case 'join':
      return when(hold, ['pending', 'approved'], () => ({
        ...hold,
        callerLeft: false,
        laterRationales: [
          ...hold.laterRationales.slice(1 - MOST_RATIONALES),
          { at: event.at, rationale: event.rationale },
        ],
      }))
    case 'question-spent':
      return when(hold, ['pending'], () => ({
        ...hold,
        spentQuestion: Math.max(hold.spentQuestion ?? event.question, event.question),
      }))
    case 'take-over':
      if (hold.call.runBy === 'requester' || !isSameOwner(hold.owner, event.from)) return notTheOwner()
      return when(hold, ['pending', 'approved'], () => ({ ...hold, owner: event.by }))
    case 'caller-left':
      return when(hold, ['pending', 'approved'], () => ({ ...hold, callerLeft: true }))
    case 'claim':
      return applyClaim(hold, event)
    case 'release':
      return inAttempt(hold, event.attempt, ['dispatching'], (attempt) =>
        // Once the upstream has asked for input, an earlier round did arrive there: "nothing was sent" cannot be true.
        attempt.round > 1 || attempt.awaitingInput !== null
          ? refuse('WRONG_STATE', 'A round of this attempt has reached the server already.')
          : { ...hold, state: 'approved', attempt: null },
      )
    case 'input-asked':
      return inAttempt(hold, event.attempt, ['dispatching'], (attempt) => ({
        ...hold,
        attempt: { ...attempt, awaitingInput: { state: event.state, resultText: event.resultText, askedAt: event.at } },
      }))
    case 'next-round':
      return inAttempt(hold, event.attempt, ['dispatching'], (attempt) =>
        // Only the state that the upstream gave in this very round opens the next one, so a round is forwarded once.
        attempt.awaitingInput?.state === event.state
          ? { ...hold, attempt: { ...attempt, round: attempt.round + 1, awaitingInput: null } }
          : refuse('NOT_THE_ATTEMPT', 'This answer belongs to another round of the call.'),
      )
    case 'outcome':
      return inAttempt(hold, event.attempt, ['dispatching', 'unknown'], () => applyOutcome(hold, event))
    case 'lost':
      return inAttempt(hold, event.attempt, ['dispatching'], () => ({
        ...hold,
        state: 'unknown',
        outcome: { kind: 'lost', reason: event.reason },
      }))
    case 'resolve':
      return when(hold, ['unknown'], () => ({
        ...hold,
        state: 'resolved',
        outcome: { kind: 'resolved', executed: event.executed, by: event.by, note: event.note },
        endedAt: event.at,
        note: event.note,
      }))
    case 'deliver':
      if (!isTerminal(hold.state) && hold.state !== 'unknown') {
        return refuse('WRONG_STATE', `A hold that is ${hold.state} has no final answer to deliver.`)
      }
      if (hold.deliveredAt !== null) return refuse('ALREADY_SAID', 'This answer has been delivered before.')
      return next(hold, { ...hold, deliveredAt: event.at })
  }
}

function applyDeadline(hold: Hold, at: number): Transition {
  if (hold.state === 'pending') {
    if (at < hold.decideBy) return refuse('NOT_DUE', 'The question is still open.')
    return next(hold, ended(hold, 'expired', at, say('nobodyDecided')))
  }
  if (hold.state === 'approved') {
    if (hold.executeBy !== null && at < hold.executeBy) return refuse('NOT_DUE', 'The approval is still fresh.')
    return next(hold, ended(hold, 'expired', at, say('approvalLapsed')))
  }
  return wrongState(hold)
}

function applyClaim(hold: Hold, event: HoldEvent & { type: 'claim' }): Transition {
  if (hold.state !== 'approved') return wrongState(hold)
  const byRequester = event.byRequester === true
  if (byRequester !== (hold.call.runBy === 'requester')) return notTheOwner()
  // Nobody owns what its requester runs before it is claimed: the claim itself is the owner.
  if (!byRequester && !isSameOwner(hold.owner, event.by)) return notTheOwner()
  if (hold.executeBy === null || event.at >= hold.executeBy) return refuse('TOO_LATE', 'The approval has lapsed.')
  const from = runsFrom(hold)
  if (from !== null && event.at < from) {
    const moment = new Date(from).toISOString()
    return refuse('NOT_YET', `The approval can be taken back until ${moment}; the call runs from then on.`)
  }
  return next(hold, {
    ...hold,
    state: 'dispatching',
    owner: event.by,
    attempt: { id: event.attempt, by: event.by, startedAt: event.at, round: 1, awaitingInput: null },
  })
}

/** The approvals stay on record, with the name of the person who took them back. */
function applyRevoke(hold: Hold, { by, via, assurance, at, reason }: HoldEvent & { type: 'revoke' }): Hold {
  const note = reason === null ? say('revokedBy', { by }) : say('revokedBecause', { by, reason })
  const verdict: Verdict = { answer: 'cancel', by, via, assurance, at, reason, edits: null }
  return { ...ended(hold, 'cancelled', at, note), verdicts: [...hold.verdicts, verdict] }
}

function applyOutcome(hold: Hold, { outcome, undo, at }: HoldEvent & { type: 'outcome' }): Hold {
  const succeeded = outcome.kind === 'result' && !outcome.isError
  return {
    ...hold,
    state: succeeded ? 'succeeded' : 'failed',
    outcome,
    ...(succeeded && undo !== undefined ? { undo } : {}),
    // The caller got "unknown" as the answer, so a later outcome goes to the next identical call.
    deliveredAt: null,
    endedAt: at,
  }
}

function ended(hold: Hold, state: HoldState, at: number, note: string | null): Hold {
  return { ...hold, state, endedAt: at, decidedAt: hold.decidedAt ?? at, note }
}

function when(hold: Hold, states: readonly HoldState[], change: () => Hold): Transition {
  return states.includes(hold.state) ? next(hold, change()) : wrongState(hold)
}

function inAttempt(
  hold: Hold,
  attempt: string,
  states: readonly HoldState[],
  change: (current: NonNullable<Hold['attempt']>) => Hold | Transition,
): Transition {
  if (!states.includes(hold.state)) return wrongState(hold)
  if (hold.attempt === null || hold.attempt.id !== attempt) {
    return refuse('NOT_THE_ATTEMPT', 'This concerns another attempt to run the call.')
  }
  const changed = change(hold.attempt)
  return 'ok' in changed ? changed : next(hold, changed)
}

function next(before: Hold, after: Hold): Transition {
  return { ok: true, hold: { ...after, revision: before.revision + 1 } }
}

function wrongState(hold: Hold): Transition {
  return refuse('WRONG_STATE', say('holdIs', { state: hold.state }))
}

function notTheOwner(): Transition {
  return refuse('NOT_THE_OWNER', say('anotherOwner'))
}

function refuse(code: Refusal['code'], message: string): Transition {
  return { ok: false, refusal: { code, message } }
}
