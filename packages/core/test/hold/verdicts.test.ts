import { describe, expect, test } from 'vitest'
import { toApprovalView } from '../../src/hold/approval-view.ts'
import type { Hold } from '../../src/hold/hold.ts'
import type { HoldEvent } from '../../src/hold/hold-event.ts'
import { approvalsOf, decisiveVerdict, quorumMet } from '../../src/hold/quorum.ts'
import { transition } from '../../src/hold/transition.ts'
import type { Verdict } from '../../src/hold/verdict.ts'
import {
  ALL_STATES,
  CREATED_AT,
  DECIDE_BY,
  EXECUTE_WITHIN,
  OTHER_PROCESS,
  OWNER,
  holdIn,
  sampleHold,
  sampleVerdict,
} from '@holdpoint/testing'

function after(hold: Hold, ...events: readonly HoldEvent[]): Hold {
  return events.reduce((current, event) => {
    const moved = transition(current, event)
    if (!moved.ok) throw new Error(`${event.type}: ${moved.refusal.code} ${moved.refusal.message}`)
    return moved.hold
  }, hold)
}

const TAKEN_BACK = {
  type: 'revoke',
  by: 'ben',
  via: 'api',
  assurance: 'identified',
  reason: 'wrong one',
} as const

function refusalOf(hold: Hold, event: HoldEvent): string {
  const moved = transition(hold, event)
  return moved.ok ? 'accepted' : moved.refusal.code
}

function says(answer: Verdict['answer'], over: Partial<Verdict> = {}): HoldEvent {
  return { type: 'verdict', verdict: sampleVerdict(answer, over) }
}

describe('a verdict', () => {
  test('approves, and starts the time in which the call may run', () => {
    const approved = after(sampleHold(), says('approve', { at: 2_000 }))
    expect(approved).toMatchObject({
      state: 'approved',
      decidedAt: 2_000,
      executeBy: 2_000 + EXECUTE_WITHIN,
      endedAt: null,
    })
  })

  test('[B6] counts one millisecond before the deadline and not at it', () => {
    expect(after(sampleHold(), says('approve', { at: DECIDE_BY - 1 })).state).toBe('approved')
    expect(refusalOf(sampleHold(), says('approve', { at: DECIDE_BY }))).toBe('TOO_LATE')
  })

  test.each(['decline', 'cancel'] as const)('%s wins at once, even with one approval of two given', (answer) => {
    const half = after(sampleHold({ ruling: { quorum: 2 } }), says('approve', { by: 'cleo' }))
    expect(half.state).toBe('pending')
    const ended = after(half, says(answer, { at: 3_000 }))
    expect(ended).toMatchObject({ state: answer === 'decline' ? 'declined' : 'cancelled', endedAt: 3_000 })
    expect(refusalOf(ended, says('approve', { by: 'dan' }))).toBe('CONFLICT')
  })

  test('[S1] the same one again by the same person is said already, in every state it can have led to', () => {
    for (const state of ['approved', 'dispatching', 'succeeded', 'failed', 'unknown', 'resolved'] as const) {
      expect(refusalOf(holdIn(state), says('approve'))).toBe('ALREADY_SAID')
    }
    expect(refusalOf(holdIn('declined'), says('decline'))).toBe('ALREADY_SAID')
    expect(refusalOf(holdIn('cancelled'), says('cancel'))).toBe('ALREADY_SAID')
  })

  test('[S2] a conflicting one is refused and names the winner', () => {
    for (const [state, answer, word] of [
      ['declined', 'approve', 'declined'],
      ['cancelled', 'approve', 'cancelled'],
      ['approved', 'decline', 'approved'],
      ['succeeded', 'cancel', 'approved'],
    ] as const) {
      const moved = transition(holdIn(state), says(answer, { by: 'cleo' }))
      expect(moved).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
      if (!moved.ok) expect(moved.refusal.message).toContain(`Already ${word} by ben via page`)
    }
  })

  test('[S2] the person who approved cannot decline afterwards, nor the other way round', () => {
    expect(refusalOf(holdIn('approved'), says('decline'))).toBe('CONFLICT')
    expect(refusalOf(holdIn('declined'), says('approve'))).toBe('CONFLICT')
  })

  test('[S2] who approved first and then declined has declined: their latest word is their word', () => {
    const changedMind = after(sampleHold({ ruling: { quorum: 2 } }), says('approve'), says('decline'))
    expect(changedMind.state).toBe('declined')
    expect(refusalOf(changedMind, says('approve'))).toBe('CONFLICT')
    expect(refusalOf(changedMind, says('decline'))).toBe('ALREADY_SAID')
  })

  test('a verdict on a hold that no person decided is too late, not a conflict', () => {
    expect(refusalOf(holdIn('expired'), says('approve'))).toBe('TOO_LATE')
    expect(refusalOf(holdIn('invalidated'), says('approve'))).toBe('TOO_LATE')
  })

  test('one approval of two decides nothing: an expired question has no winner', () => {
    const half = after(sampleHold({ ruling: { quorum: 2 } }), says('approve'))
    const expired = after(half, { type: 'deadline', at: DECIDE_BY })
    expect(decisiveVerdict(expired)).toBeNull()
    expect(refusalOf(expired, says('approve', { by: 'cleo' }))).toBe('TOO_LATE')
    expect(toApprovalView(expired)).toMatchObject({
      state: 'expired',
      decided_by: null,
      via: null,
      approvals: 1,
      quorum: 2,
    })
  })
})

describe('everybody who approved', () => {
  test('is named, in the order they did; the decisive word is the last one', () => {
    const both = after(
      sampleHold({ ruling: { quorum: 2 } }),
      says('approve', { by: 'ana' }),
      says('approve', { by: 'cleo' }),
    )
    expect(toApprovalView(both)).toMatchObject({
      state: 'approved',
      decided_by: 'cleo',
      approvals: 2,
      approved_by: ['ana', 'cleo'],
    })
    expect(toApprovalView(sampleHold())).toMatchObject({ approvals: 0, approved_by: [] })
  })
})

describe('who may approve', () => {
  test('a quorum counts people, not clicks or surfaces', () => {
    const once = after(sampleHold({ ruling: { quorum: 2 } }), says('approve'))
    expect(refusalOf(once, says('approve', { via: 'api', assurance: 'strong' }))).toBe('ALREADY_SAID')
    expect(after(once, says('approve', { by: 'cleo' })).state).toBe('approved')
  })

  test('a person who stands in the record twice is still one person', () => {
    const twice = [sampleVerdict('approve'), sampleVerdict('approve', { via: 'api' })]
    expect(approvalsOf(sampleHold({ verdicts: twice }))).toHaveLength(1)
    expect(quorumMet(sampleHold({ verdicts: twice, ruling: { quorum: 2 } }))).toBe(false)
    expect(quorumMet(sampleHold({ verdicts: [], ruling: { quorum: 0 } }))).toBe(false)
  })

  test("the host's word and the requester are none of several pairs of eyes", () => {
    const fourEyes = sampleHold({ ruling: { quorum: 2 } })
    expect(refusalOf(fourEyes, says('approve', { assurance: 'host' }))).toBe('INSUFFICIENT_ASSURANCE')
    expect(refusalOf(fourEyes, says('approve', { by: 'local:ana', assurance: 'strong' }))).toBe(
      'INSUFFICIENT_ASSURANCE',
    )
  })

  test('[B11] the word of the host is not enough where an identified person is demanded, and the hold stays pending', () => {
    const hold = sampleHold({ ruling: { assurance: 'identified' } })
    expect(refusalOf(hold, says('approve', { assurance: 'host' }))).toBe('INSUFFICIENT_ASSURANCE')
    expect(after(hold, says('approve')).state).toBe('approved')
    const strong = sampleHold({ ruling: { assurance: 'strong' } })
    expect(refusalOf(strong, says('approve'))).toBe('INSUFFICIENT_ASSURANCE')
    expect(after(strong, says('approve', { assurance: 'strong' })).state).toBe('approved')
  })

  test('[E8] nobody is on an empty list, and only those listed are on another', () => {
    expect(refusalOf(sampleHold({ ruling: { approvers: [] } }), says('approve', { assurance: 'strong' }))).toBe(
      'NOT_AN_APPROVER',
    )
    const listed = sampleHold({ ruling: { approvers: ['cleo'] } })
    expect(refusalOf(listed, says('approve'))).toBe('NOT_AN_APPROVER')
    expect(after(listed, says('approve', { by: 'cleo' })).state).toBe('approved')
  })

  test('a rail that the rule does not name cannot approve; an approver with a token can', () => {
    const hold = sampleHold({ ruling: { rails: ['page'] } })
    expect(refusalOf(hold, says('approve', { via: 'elicitation' }))).toBe('WRONG_RAIL')
    expect(after(hold, says('approve', { via: 'api' })).state).toBe('approved')
  })

  test('anybody who may look can stop a call', () => {
    const strict = sampleHold({ ruling: { approvers: [], assurance: 'strong', rails: ['page'], quorum: 3 } })
    expect(after(strict, says('decline', { via: 'elicitation', assurance: 'host' })).state).toBe('declined')
  })
})

describe('running', () => {
  const claim: HoldEvent = { type: 'claim', at: 1_500, attempt: 'attempt-1', by: OWNER }
  const result: HoldEvent = {
    type: 'outcome',
    at: 9_000,
    attempt: 'attempt-1',
    outcome: { kind: 'result', isError: false, resultText: '{}', truncated: false },
  }

  test('[B5] a second claim is refused, by whomever', () => {
    const sent = after(holdIn('approved'), claim)
    expect(refusalOf(sent, claim)).toBe('WRONG_STATE')
    expect(refusalOf(sent, { ...claim, attempt: 'attempt-2', by: OTHER_PROCESS })).toBe('WRONG_STATE')
  })

  test('[L13] a claim at the moment the approval lapses is too late', () => {
    const hold = holdIn('approved')
    const lapse = hold.executeBy ?? 0
    expect(refusalOf(hold, { ...claim, at: lapse })).toBe('TOO_LATE')
    expect(after(hold, { ...claim, at: lapse - 1 }).state).toBe('dispatching')
    expect(refusalOf(hold, { type: 'deadline', at: lapse - 1 })).toBe('NOT_DUE')
    expect(after(hold, { type: 'deadline', at: lapse }).state).toBe('expired')
  })

  test('[G3] a release gives the same approval back, within the same deadline', () => {
    const released = after(holdIn('approved'), claim, { type: 'release', at: 1_600, attempt: 'attempt-1' })
    expect(released).toMatchObject({ state: 'approved', attempt: null, executeBy: holdIn('approved').executeBy })
    expect(refusalOf(after(holdIn('approved'), claim), { type: 'release', at: 1_600, attempt: 'attempt-2' })).toBe(
      'NOT_THE_ATTEMPT',
    )
  })

  test('nothing is released once a round has reached the server', () => {
    const asked = after(holdIn('approved'), claim, {
      type: 'input-asked',
      at: 1_600,
      attempt: 'attempt-1',
      state: 'a',
      resultText: '{}',
    })
    expect(refusalOf(asked, { type: 'release', at: 1_700, attempt: 'attempt-1' })).toBe('WRONG_STATE')
    const second = after(asked, { type: 'next-round', at: 1_700, attempt: 'attempt-1', state: 'a' })
    expect(refusalOf(second, { type: 'release', at: 1_800, attempt: 'attempt-1' })).toBe('WRONG_STATE')
  })

  test('[G4] a late answer of the same attempt upgrades "unknown", one of another attempt does not', () => {
    const lost = after(holdIn('approved'), claim, {
      type: 'lost',
      at: 3_000,
      attempt: 'attempt-1',
      reason: 'no answer',
    })
    expect(lost).toMatchObject({ state: 'unknown', endedAt: null })
    expect(refusalOf(lost, { ...result, attempt: 'attempt-2' })).toBe('NOT_THE_ATTEMPT')
    const told = after(lost, { type: 'deliver', at: 3_100 })
    expect(after(told, result)).toMatchObject({ state: 'succeeded', endedAt: 9_000, deliveredAt: null })
  })

  test('[G4] once a person has resolved it, a late answer no longer changes what they said', () => {
    expect(refusalOf(holdIn('resolved'), result)).toBe('WRONG_STATE')
    expect(refusalOf(holdIn('resolved'), { type: 'resolve', at: 1, by: 'cleo', executed: false, note: 'no' })).toBe(
      'WRONG_STATE',
    )
  })

  test('an error result and an error are failures, not successes', () => {
    const sent = after(holdIn('approved'), claim)
    const failed = { kind: 'result', isError: true, resultText: '{}', truncated: false } as const
    expect(after(sent, { type: 'outcome', at: 2_000, attempt: 'attempt-1', outcome: failed }).state).toBe('failed')
    const error = { kind: 'error', errorText: '{}' } as const
    expect(after(sent, { type: 'outcome', at: 2_000, attempt: 'attempt-1', outcome: error }).state).toBe('failed')
  })

  test('rounds: one forward each, only for the state that was given last', () => {
    const asked = after(holdIn('approved'), claim, {
      type: 'input-asked',
      at: 1_600,
      attempt: 'attempt-1',
      state: 'a',
      resultText: '{}',
    })
    const next: HoldEvent = { type: 'next-round', at: 1_700, attempt: 'attempt-1', state: 'a' }
    expect(refusalOf(asked, { ...next, state: 'b' })).toBe('NOT_THE_ATTEMPT')
    const second = after(asked, next)
    expect(second.attempt).toMatchObject({ id: 'attempt-1', round: 2, awaitingInput: null })
    expect(refusalOf(second, next)).toBe('NOT_THE_ATTEMPT')
  })

  test('[H10] what was revoked cannot be claimed, what was claimed cannot be revoked', () => {
    const revoke: HoldEvent = { ...TAKEN_BACK, at: 1_600 }
    const revoked = after(holdIn('approved'), revoke)
    expect(revoked).toMatchObject({ state: 'cancelled', note: 'Revoked by ben: wrong one' })
    expect(decisiveVerdict(revoked)).toMatchObject({ answer: 'cancel', by: 'ben', via: 'api', reason: 'wrong one' })
    expect(refusalOf(revoked, claim)).toBe('WRONG_STATE')
    expect(refusalOf(after(holdIn('approved'), claim), revoke)).toBe('WRONG_STATE')
  })

  test('[H10] with a window, the claim waits until its end: one millisecond makes the difference', () => {
    const asked = sampleHold({ ruling: { undoWindowMs: 500 } })
    const verdict = sampleVerdict('approve', { at: 1_100 })
    const approved = after(asked, { type: 'verdict', verdict })
    expect(approved).toMatchObject({ runAfter: 1_600, executeBy: 1_600 + EXECUTE_WITHIN })
    expect(transition(approved, { ...claim, at: 1_599 })).toEqual({
      ok: false,
      refusal: {
        code: 'NOT_YET',
        message: 'The approval can be taken back until 1970-01-01T00:00:01.600Z; the call runs from then on.',
      },
    })
    expect(refusalOf(approved, { ...TAKEN_BACK, at: 1_599 })).toBe('accepted')
    expect(refusalOf(approved, { ...claim, at: 1_600 })).toBe('accepted')
    // Until it is claimed it can be taken back, also after the window.
    expect(refusalOf(approved, { ...TAKEN_BACK, at: 1_700 })).toBe('accepted')
    expect(refusalOf(approved, { ...claim, at: 1_600 + EXECUTE_WITHIN })).toBe('TOO_LATE')
  })

  test('a released approval does not begin its window anew', () => {
    const approved = after(sampleHold({ ruling: { undoWindowMs: 500 } }), {
      type: 'verdict',
      verdict: sampleVerdict('approve', { at: 1_100 }),
    })
    const released = after(approved, { ...claim, at: 1_600 }, { type: 'release', at: 1_601, attempt: 'attempt-1' })
    expect(released).toMatchObject({ state: 'approved', runAfter: 1_600 })
    expect(refusalOf(released, { ...claim, at: 1_602, attempt: 'attempt-2' })).toBe('accepted')
  })

  test('the view says until when an approval can be taken back, and what may be offered', () => {
    const approved = holdIn('approved', { runAfter: 1_600 })
    expect(toApprovalView(approved)).toMatchObject({ run_after: '1970-01-01T00:00:01.600Z', editable: false })
    expect(toApprovalView(holdIn('approved')).run_after).toBeNull()
    expect(toApprovalView(after(approved, { ...claim, at: 1_600 })).run_after).toBeNull()
    const schema = { inputSchemaText: '{}' }
    expect(toApprovalView(sampleHold(schema))).toMatchObject({ editable: true, grantable: true })
    expect(toApprovalView(sampleHold()).editable).toBe(false)
    expect(toApprovalView(sampleHold({ ...schema, undoOf: 'hold-0' })).editable).toBe(false)
    for (const ruling of [{ grantable: false }, { irreversible: true }, { quorum: 2 }]) {
      expect(toApprovalView(sampleHold({ ruling })).grantable).toBe(false)
    }
  })

  test('drift voids what is pending or approved and nothing else', () => {
    for (const state of ALL_STATES) {
      const expected = state === 'pending' || state === 'approved' ? 'accepted' : 'WRONG_STATE'
      expect(refusalOf(holdIn(state), { type: 'drift', at: 2_000, what: 'schema' })).toBe(expected)
    }
  })

  test('a final answer is delivered once; what has none is not delivered', () => {
    for (const state of ALL_STATES) {
      const open = state === 'pending' || state === 'approved' || state === 'dispatching'
      const deliver: HoldEvent = { type: 'deliver', at: 9_000 }
      expect(refusalOf(holdIn(state), deliver)).toBe(open ? 'WRONG_STATE' : 'accepted')
      if (!open) expect(refusalOf(after(holdIn(state), deliver), deliver)).toBe('ALREADY_SAID')
    }
  })

  test('joining brings the caller back and keeps the first rationale', () => {
    const left = after(sampleHold(), { type: 'caller-left', at: 1_100 })
    expect(left.callerLeft).toBe(true)
    const joined = after(left, { type: 'join', at: 1_200, rationale: 'still wanted' })
    expect(joined).toMatchObject({
      callerLeft: false,
      call: { rationale: 'The user asked for it.' },
      laterRationales: [{ at: 1_200, rationale: 'still wanted' }],
    })
    expect(joined.createdAt).toBe(CREATED_AT)
  })
})
