import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTerminal } from '../../src/hold/hold.ts'
import type { Hold, Outcome } from '../../src/hold/hold.ts'
import type { HoldEvent } from '../../src/hold/hold-event.ts'
import { approvalsOf } from '../../src/hold/quorum.ts'
import { transition } from '../../src/hold/transition.ts'
import type { Verdict } from '../../src/hold/verdict.ts'
import { ALL_STATES, DECIDE_BY, OTHER_PROCESS, OWNER, holdIn, sampleHold } from '@holdpoint/testing'

const RUNS = 2_000
const PEOPLE = ['ben', 'cleo', 'dan', 'local:ana']
const ATTEMPTS = ['attempt-1', 'attempt-2', 'attempt-3']

/** Mostly in time, sometimes early, late or on the edge. */
const at = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1_001, max: 2_500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 12_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(DECIDE_BY - 1, DECIDE_BY, DECIDE_BY + 1, 0, Number.MAX_SAFE_INTEGER) },
)
const attempt = fc.oneof({ weight: 4, arbitrary: fc.constant('attempt-1') }, fc.constantFrom(...ATTEMPTS))
const process = fc.constantFrom(OWNER, OTHER_PROCESS)
const finalOutcome: fc.Arbitrary<Outcome & { kind: 'result' | 'error' }> = fc.oneof(
  fc.boolean().map((isError) => ({ kind: 'result' as const, isError, resultText: '{}', truncated: false })),
  fc.constant({ kind: 'error' as const, errorText: '{"code":1}' }),
)

/** Some identities are one person's, some nobody's. */
function verdictOf(answer: fc.Arbitrary<Verdict['answer']>): fc.Arbitrary<Verdict> {
  const said = fc.record({
    answer,
    by: fc.constantFrom(...PEOPLE),
    via: fc.constantFrom('elicitation', 'card', 'page', 'terminal', 'api', 'channel', 'url'),
    assurance: fc.constantFrom('host', 'identified', 'strong'),
    at,
    reason: fc.constantFrom(null, 'because'),
    edits: fc.constant(null),
  }) satisfies fc.Arbitrary<Verdict>
  return fc
    .tuple(said, fc.constantFrom(null, 'ann', 'bo', 'cy'), fc.boolean())
    .map(([verdict, person, inbox]): Verdict => ({
      ...verdict,
      ...(person === null ? {} : { person }),
      ...(inbox && (verdict.via === 'terminal' || verdict.via === 'api') ? { inbox: true } : {}),
    }))
}

function eventOf(answer: fc.Arbitrary<Verdict['answer']>): fc.Arbitrary<HoldEvent> {
  const state = fc.constantFrom('round-a', 'round-b')
  return fc.oneof(
    { weight: 12, arbitrary: verdictOf(answer).map((verdict) => ({ type: 'verdict' as const, verdict })) },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('claim' as const), at, attempt, by: process }) },
    fc.record({ type: fc.constant('deadline' as const), at }),
    fc.record({
      type: fc.constant('revoke' as const),
      at,
      by: fc.constant('ben'),
      via: fc.constantFrom('page' as const, 'api' as const),
      assurance: fc.constant('identified' as const),
      reason: fc.constantFrom(null, 'wrong one'),
    }),
    fc.record({ type: fc.constant('drift' as const), at, what: fc.constant('it changed') }),
    fc.record({ type: fc.constant('join' as const), at, rationale: fc.constantFrom(null, 'again') }),
    fc.record({ type: fc.constant('take-over' as const), at, by: process, from: process }),
    fc.record({ type: fc.constant('question-spent' as const), at, question: fc.nat(20) }),
    fc.record({ type: fc.constant('caller-left' as const), at }),
    fc.record({ type: fc.constant('release' as const), at, attempt }),
    fc.record({ type: fc.constant('input-asked' as const), at, attempt, state, resultText: fc.constant('{}') }),
    fc.record({ type: fc.constant('next-round' as const), at, attempt, state }),
    fc.record({ type: fc.constant('outcome' as const), at, attempt, outcome: finalOutcome }),
    fc.record({ type: fc.constant('lost' as const), at, attempt, reason: fc.constant('gone') }),
    fc.record({
      type: fc.constant('resolve' as const),
      at,
      by: fc.constant('ben'),
      executed: fc.boolean(),
      note: fc.constant('looked'),
    }),
    fc.record({ type: fc.constant('deliver' as const), at }),
  )
}

const anyEvent = eventOf(
  fc.constantFrom(
    ...(['approve', 'approve', 'approve', 'approve', 'approve', 'approve', 'decline', 'cancel'] as const),
  ),
)
const anyEvents = fc.array(anyEvent, { maxLength: 30, size: 'max' })
const ruling = fc.record({
  quorum: fc.constantFrom(0, 1, 1, 1, 2, 3),
  assurance: fc.constantFrom('host' as const, 'host' as const, 'identified' as const, 'strong' as const),
  approvers: fc.constantFrom(null, null, ['ben'], ['ben', 'cleo', 'dan']),
  rails: fc.constantFrom(null, null, ['page' as const, 'terminal' as const]),
  undoWindowMs: fc.constantFrom(0, 0, 1, 200, 600, null, null),
  irreversible: fc.boolean(),
})
const freshHold = ruling.map((rules) => sampleHold({ ruling: rules }))
const anyHold = fc
  .tuple(fc.constantFrom(...ALL_STATES), ruling, fc.constantFrom(null, 2_000))
  .map(([state, rules, deliveredAt]) =>
    holdIn(state, { ruling: rules, deliveredAt: isTerminal(state) ? deliveredAt : null }),
  )

/** Plays events on a hold; each accepted one is shown with the hold before and after it. */
function play(
  hold: Hold,
  events: readonly HoldEvent[],
  accepted: (before: Hold, event: HoldEvent, after: Hold) => void,
): Hold {
  let current = hold
  for (const event of events) {
    const moved = transition(current, event)
    if (!moved.ok) continue
    accepted(current, event, moved.hold)
    current = moved.hold
  }
  return current
}

describe('whatever happens, in whatever order', () => {
  test('the sequences tried below reach every state', () => {
    const reached = new Set<string>()
    for (const [hold, events] of fc.sample(fc.tuple(freshHold, anyEvents), RUNS)) {
      play(hold, events, (_before, _event, after) => reached.add(after.state))
    }
    expect([...reached].toSorted()).toEqual([...ALL_STATES].toSorted())
  })

  test('terminal states stay terminal', () => {
    fc.assert(
      fc.property(anyHold, anyEvents, (hold, events) => {
        play(hold, events, (before, _event, after) => {
          if (isTerminal(before.state)) expect(after.state).toBe(before.state)
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('resolved stays resolved, and only "unknown" can be resolved', () => {
    fc.assert(
      fc.property(anyHold, anyEvents, (hold, events) => {
        play(hold, events, (before, _event, after) => {
          if (after.state === 'resolved') expect(['unknown', 'resolved']).toContain(before.state)
          if (before.state === 'resolved') expect(after.outcome).toEqual(before.outcome)
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('a claim happens only from "approved", before the approval lapses, and there is one per approval', () => {
    fc.assert(
      fc.property(freshHold, anyEvents, (hold, events) => {
        let claims = 0
        let releases = 0
        play(hold, events, (before, event, after) => {
          if (event.type === 'claim') {
            claims++
            expect(before.state).toBe('approved')
            expect(event.at).toBeLessThan(before.executeBy ?? 0)
            expect(event.at).toBeGreaterThanOrEqual(before.runAfter ?? 0)
            expect(after.attempt?.id).toBe(event.attempt)
          }
          if (before.state !== 'dispatching' && after.state === 'dispatching') expect(event.type).toBe('claim')
          if (before.state !== 'pending' && after.state === 'approved' && before.state !== 'approved') {
            releases++
            expect(event).toMatchObject({ type: 'release', attempt: before.attempt?.id })
            expect(before.attempt).toMatchObject({ round: 1, awaitingInput: null })
          }
        })
        expect(claims).toBeLessThanOrEqual(1 + releases)
      }),
      { numRuns: RUNS },
    )
  })

  test('[H10] what is taken back is never sent afterwards, and what was sent is never taken back', () => {
    let revoked = 0
    fc.assert(
      fc.property(freshHold, anyEvents, (hold, events) => {
        let taken = false
        play(hold, events, (before, event, after) => {
          if (event.type === 'claim') expect(taken).toBe(false)
          if (event.type !== 'revoke') return
          taken = true
          revoked++
          expect(before).toMatchObject({ state: 'approved', attempt: null })
          expect(after).toMatchObject({ state: 'cancelled', attempt: null })
          expect(after.verdicts.at(-1)).toMatchObject({ answer: 'cancel', by: event.by, via: event.via, at: event.at })
        })
      }),
      { numRuns: RUNS },
    )
    expect(revoked).toBeGreaterThan(10)
  })

  test('[H21] an approval with a window runs within execute_within of its end, not of the verdict', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(freshHold, anyEvents, (hold, events) => {
        play(hold, events, (before, event, after) => {
          if (before.state !== 'pending' || after.state !== 'approved' || event.type !== 'verdict') return
          const { undoWindowMs, irreversible, executeWithinMs } = hold.ruling
          const { verdict } = event
          const canTakeBack = verdict.via === 'page' || verdict.inbox === true
          const windowMs = undoWindowMs ?? (irreversible && canTakeBack ? 5000 : 0)
          seen.add(`${undoWindowMs === null} ${irreversible} ${verdict.via} ${verdict.inbox === true}`)
          expect(after.runAfter).toBe(windowMs === 0 ? null : verdict.at + windowMs)
          expect(after.executeBy).toBe(verdict.at + windowMs + executeWithinMs)
        })
      }),
      { numRuns: RUNS },
    )
    expect([...seen]).toEqual(
      expect.arrayContaining(['true true page false', 'true true terminal true', 'true true terminal false']),
    )
  })

  test('what was asked, shown and hashed never changes', () => {
    fc.assert(
      fc.property(anyHold, anyEvents, (hold, events) => {
        const last = play(hold, events, () => {})
        const {
          id,
          key,
          call,
          ruling: rules,
          preview,
          definitionHash,
          definitionTextHash,
          policyHash,
          createdAt,
          decideBy,
        } = last
        expect({
          id,
          key,
          call,
          rules,
          preview,
          definitionHash,
          definitionTextHash,
          policyHash,
          createdAt,
          decideBy,
        }).toEqual({
          id: hold.id,
          key: hold.key,
          call: hold.call,
          rules: hold.ruling,
          preview: hold.preview,
          definitionHash: hold.definitionHash,
          definitionTextHash: hold.definitionTextHash,
          policyHash: hold.policyHash,
          createdAt: hold.createdAt,
          decideBy: hold.decideBy,
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('verdicts that counted are never taken back or reworded', () => {
    fc.assert(
      fc.property(anyHold, anyEvents, (hold, events) => {
        play(hold, events, (before, _event, after) => {
          expect(after.verdicts.slice(0, before.verdicts.length)).toEqual(before.verdicts)
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('the revision grows by exactly one with each accepted event, and a refused one changes nothing', () => {
    fc.assert(
      fc.property(anyHold, anyEvent, (hold, event) => {
        const before = structuredClone(hold)
        const moved = transition(hold, event)
        expect(hold).toEqual(before)
        if (moved.ok) expect(moved.hold.revision).toBe(hold.revision + 1)
        else expect(moved.refusal.message).not.toBe('')
      }),
      { numRuns: RUNS },
    )
  })

  test('nothing but an approving verdict leads to approved, dispatching or succeeded', () => {
    const silent = fc.array(eventOf(fc.constantFrom('decline', 'cancel')), { maxLength: 30, size: 'max' })
    fc.assert(
      fc.property(freshHold, silent, (hold, events) => {
        play(hold, events, (_before, _event, after) => {
          expect(['pending', 'declined', 'cancelled', 'expired', 'invalidated']).toContain(after.state)
          expect(after.attempt).toBeNull()
          expect(after.executeBy).toBeNull()
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('[B6] a verdict at or after the deadline never counts', () => {
    fc.assert(
      fc.property(
        freshHold,
        verdictOf(fc.constantFrom('approve', 'decline', 'cancel')),
        fc.nat(10_000),
        (hold, verdict, late) => {
          const moved = transition(hold, { type: 'verdict', verdict: { ...verdict, at: DECIDE_BY + late } })
          expect(moved).toMatchObject({ ok: false, refusal: { code: 'TOO_LATE' } })
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('an approval counts distinct people, all of them eligible, none by host assurance under four eyes', () => {
    fc.assert(
      fc.property(freshHold, anyEvents, (hold, events) => {
        play(hold, events, (before, event, after) => {
          if (before.state !== 'pending' || after.state !== 'approved') return
          expect(event.type).toBe('verdict')
          const people = new Set(approvalsOf(after).map(({ by, person }) => person ?? by))
          expect(people.size).toBe(Math.max(1, hold.ruling.quorum))
          for (const verdict of approvalsOf(after)) {
            expect(verdict.at).toBeLessThan(hold.decideBy)
            if (hold.ruling.approvers !== null) expect(hold.ruling.approvers).toContain(verdict.by)
            if (hold.ruling.quorum > 1) {
              expect(verdict.assurance).not.toBe('host')
              expect(verdict.by).not.toBe(hold.call.principal)
            }
            if (hold.ruling.assurance !== 'host') expect(verdict.assurance).not.toBe('host')
          }
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('[E8] with an empty approver list no person approves', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const last = play(sampleHold({ ruling: { approvers: [] } }), events, () => {})
        expect(['pending', 'declined', 'cancelled', 'expired', 'invalidated']).toContain(last.state)
      }),
      { numRuns: RUNS },
    )
  })

  test('[B6] a passed deadline is never un-passed: no event revives an expired hold', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const expired = transition(sampleHold(), { type: 'deadline', at: DECIDE_BY })
        if (!expired.ok) throw new Error('it must expire')
        expect(play(expired.hold, events, () => {}).state).toBe('expired')
      }),
      { numRuns: RUNS },
    )
  })

  test('an outcome belongs to the attempt that was claimed', () => {
    fc.assert(
      fc.property(freshHold, anyEvents, (hold, events) => {
        play(hold, events, (before, event, after) => {
          if (event.type === 'outcome' || event.type === 'lost' || event.type === 'next-round') {
            expect(event.attempt).toBe(before.attempt?.id)
          }
          if (after.state === 'succeeded' && before.state !== 'succeeded') {
            expect(event).toMatchObject({ type: 'outcome', outcome: { kind: 'result', isError: false } })
          }
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('each round is opened once, by the state that the upstream gave in the round before', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        play(holdIn('dispatching'), events, (before, event, after) => {
          if (after.attempt === null || before.attempt === null || after.attempt.round === before.attempt.round) return
          expect(event).toMatchObject({ type: 'next-round', state: before.attempt.awaitingInput?.state })
          expect(after.attempt.round).toBe(before.attempt.round + 1)
          expect(after.attempt.awaitingInput).toBeNull()
        })
      }),
      { numRuns: RUNS },
    )
  })
})
