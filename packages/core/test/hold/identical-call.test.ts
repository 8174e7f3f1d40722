import { describe, expect, test } from 'vitest'
import type { HoldState } from '../../src/hold/hold.ts'
import { meetIdenticalCall } from '../../src/hold/identical-call.ts'
import { CREATED_AT, DECLINE_STICKS, holdIn } from '@holdpoint/testing'

const ENDED_AT = CREATED_AT + 10
const DELIVERED_AT = ENDED_AT + 5
const LATER = ENDED_AT + 40_000

function undelivered(state: HoldState, at = LATER) {
  return meetIdenticalCall(holdIn(state), at)
}

function delivered(state: HoldState, at = LATER) {
  return meetIdenticalCall(holdIn(state, { deliveredAt: DELIVERED_AT }), at)
}

function warningsOf(meeting: ReturnType<typeof meetIdenticalCall>): string {
  if (meeting.next !== 'ask') throw new Error(`it asks no question but says ${meeting.next}`)
  return meeting.warnings.join(' ')
}

describe('the identical call again', () => {
  test('without a hold: a question, without a warning', () => {
    expect(meetIdenticalCall(null, LATER)).toEqual({ next: 'ask', warnings: [] })
  })

  test('pending: joins it', () => {
    expect(undelivered('pending')).toEqual({ next: 'join' })
  })

  test('approved: runs it', () => {
    expect(undelivered('approved')).toEqual({ next: 'run' })
  })

  test('dispatching: waits for its outcome', () => {
    expect(undelivered('dispatching')).toEqual({ next: 'await-outcome' })
  })

  test.each(['succeeded', 'failed', 'unknown', 'declined', 'expired', 'invalidated', 'cancelled', 'resolved'] as const)(
    '%s, not yet delivered: that outcome',
    (state) => {
      expect(undelivered(state)).toEqual({ next: 'deliver' })
    },
  )

  test('an outcome that no caller received is delivered however old it is', () => {
    expect(undelivered('succeeded', LATER + 86_400_000)).toEqual({ next: 'deliver' })
    expect(undelivered('declined', LATER + 86_400_000)).toEqual({ next: 'deliver' })
  })

  test('succeeded, delivered: a question that says how long ago an identical call ran', () => {
    expect(warningsOf(delivered('succeeded'))).toBe('An identical call ran 40 s ago.')
    expect(warningsOf(delivered('succeeded', ENDED_AT + 119_000))).toContain('119 s ago')
    expect(warningsOf(delivered('succeeded', ENDED_AT + 600_000))).toContain('10 min ago')
    expect(warningsOf(delivered('succeeded', ENDED_AT + 3 * 3_600_000))).toContain('3 h ago')
    expect(warningsOf(delivered('succeeded', ENDED_AT - 5_000))).toContain('0 s ago')
  })

  test('failed, delivered: a question that says so', () => {
    expect(warningsOf(delivered('failed'))).toBe('An identical call failed 40 s ago.')
  })

  test('declined, delivered: the same refusal while it sticks, then a question', () => {
    expect(delivered('declined', ENDED_AT)).toEqual({ next: 'repeat-answer' })
    expect(delivered('declined', ENDED_AT + DECLINE_STICKS - 1)).toEqual({ next: 'repeat-answer' })
    expect(warningsOf(delivered('declined', ENDED_AT + DECLINE_STICKS))).toBe(
      'An identical call was declined 10 min ago.',
    )
  })

  test('declined where declines do not stick: a question at once', () => {
    const hold = holdIn('declined', { deliveredAt: DELIVERED_AT, ruling: { declineSticksMs: 0 } })
    expect(meetIdenticalCall(hold, ENDED_AT)).toMatchObject({ next: 'ask' })
  })

  test('unknown, delivered: a question with a prominent warning', () => {
    const warnings = warningsOf(delivered('unknown'))
    expect(warnings).toContain('may have run 40 s ago')
    expect(warnings).toContain('UNKNOWN')
    expect(warnings).toContain('Check before you approve')
  })

  test('resolved, delivered: a question that repeats what the person noted', () => {
    expect(warningsOf(delivered('resolved'))).toContain('looked it up')
  })

  test('cancelled, delivered: a question that says so', () => {
    expect(warningsOf(delivered('cancelled'))).toBe('An identical call was cancelled 40 s ago.')
  })

  test.each(['expired', 'invalidated'] as const)('%s, delivered: a plain question', (state) => {
    expect(delivered(state)).toEqual({ next: 'ask', warnings: [] })
  })
})
