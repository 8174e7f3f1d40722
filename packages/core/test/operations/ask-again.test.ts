import { describe, expect, test } from 'vitest'
import { sampleHold } from '@holdpoint/testing'
import { mayAskAgain } from '../../src/hold/ask-again.ts'
import type { Hold, HoldState } from '../../src/hold/hold.ts'

const STATES: readonly HoldState[] = [
  'pending',
  'approved',
  'dispatching',
  'succeeded',
  'failed',
  'unknown',
  'resolved',
  'declined',
  'cancelled',
  'expired',
  'invalidated',
]
const NOT_TAKEN = { kind: 'error', errorText: '{}', notApplied: true } as const

describe('[X8] what a person may ask again', () => {
  test.each(STATES)('not what is %s, of which nothing is known', (state) => {
    expect(mayAskAgain(sampleHold({ state }))).toBe(false)
  })

  test.each<readonly [string, Partial<Hold>, boolean]>([
    ['the server did not take the request', { state: 'failed', outcome: NOT_TAKEN }, true],
    ['the server answered with an error', { state: 'failed', outcome: { kind: 'error', errorText: '{}' } }, false],
    [
      'the tool said that it failed',
      { state: 'failed', outcome: { kind: 'result', isError: true, resultText: '{}', truncated: false } },
      false,
    ],
    ['its answer was lost', { state: 'unknown', outcome: { kind: 'lost', reason: 'gone' } }, false],
    [
      'a person found that it did not run',
      { state: 'resolved', outcome: { kind: 'resolved', executed: false, by: 'ana', note: 'looked' } },
      true,
    ],
    [
      'a person found that it ran',
      { state: 'resolved', outcome: { kind: 'resolved', executed: true, by: 'ana', note: 'looked' } },
      false,
    ],
    ['it was approved and never sent', { state: 'expired', executeBy: 1 }, true],
    ['no person decided in time', { state: 'expired', executeBy: null }, false],
    ['an offer to take back', { state: 'failed', outcome: NOT_TAKEN, undoOf: 'hold-0' }, false],
    [
      'arguments that a person wrote',
      { state: 'failed', outcome: NOT_TAKEN, edit: { argumentsText: '{}', digest: 'd', by: 'ana', at: 1 } },
      false,
    ],
  ])('%s', (_what, over, may) => {
    expect(mayAskAgain(sampleHold(over))).toBe(may)
  })
})
