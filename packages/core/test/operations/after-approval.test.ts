import { describe, expect, test } from 'vitest'
import { afterApproval } from '../../src/operations/after-approval.ts'
import type { ApprovedFacts } from '../../src/operations/after-approval.ts'

const NOW = 1_800_000_000_000

describe('[X12.2] what follows from an approval', () => {
  const facts: ApprovedFacts = {
    callerLeft: false,
    reached: true,
    paused: false,
    byRequester: false,
    runAfter: null,
    decidedAt: NOW - 1000,
  }

  test('it runs where a process stands ready, the agent waits and nothing is paused', () => {
    expect(afterApproval(facts, NOW)).toBe('now')
    expect(afterApproval({ ...facts, runAfter: NOW + 60_000 }, NOW)).toBe('now')
  })

  test.each([
    ['a pause', { paused: true }, 'paused'],
    ['a pause, while it can be taken back', { paused: true, runAfter: NOW + 1 }, 'paused-soon'],
    ['a pause, after that', { paused: true, runAfter: NOW }, 'paused'],
    ['an agent that left', { callerLeft: true }, 'caller-left'],
    ['a pause counts before an agent that left', { callerLeft: true, paused: true }, 'paused'],
    ['a process that is gone', { reached: false }, 'when-asked-again'],
    ['a call that its requester runs', { byRequester: true, callerLeft: true, reached: false }, 'requester'],
    ['a run that did not begin', { decidedAt: NOW - 30_001 }, 'when-asked-again'],
  ] as const)('%s keeps it from running', (_why, parts, after) => {
    expect(afterApproval({ ...facts, ...parts }, NOW)).toBe(after)
  })
})
