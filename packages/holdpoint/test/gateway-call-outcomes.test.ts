import { recordDraft } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallOutcomes } from '../src/gateway/call-outcomes.ts'

let written: RecordDraft[] = []
beforeEach(() => {
  written = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const outcomes = () =>
  createCallOutcomes(
    {
      append: (record) => {
        written.push(record)
        return Promise.resolve('committed')
      },
    },
    () => Date.now(),
  )
const passed = (): RecordDraft =>
  recordDraft({ kind: 'call-passed', tenant: 'default', tool: 'read', rationale: 'why' })
const told = (): readonly (string | null)[][] => written.map(({ kind, detail, rationale }) => [kind, detail, rationale])

test('a call that ends well within a moment leaves no second record', () => {
  const call = outcomes().begin(passed)
  vi.advanceTimersByTime(300)
  call.end('done')
  vi.advanceTimersByTime(5000)
  expect(told()).toEqual([])
})

test('a slow call is told to be running within a second, once, and then how it ended', () => {
  const call = outcomes().begin(passed)
  vi.advanceTimersByTime(1000)
  expect(told()).toEqual([['call-running', null, null]])
  vi.advanceTimersByTime(5000)
  call.end('done')
  call.end('error')
  vi.runAllTicks()
  vi.advanceTimersByTime(10)
  expect(told()).toEqual([
    ['call-running', null, null],
    ['call-ended', 'done', null],
  ])
})

test.each(['error', 'no answer', 'cancelled'] as const)('a quick call that ends otherwise is told: %s', (how) => {
  outcomes().begin(passed).end(how)
  expect(told()).toEqual([])
  vi.advanceTimersByTime(10)
  expect(told()).toEqual([['call-ended', how, null]])
})

test('nothing is left running once every call has ended', () => {
  const all = outcomes()
  const calls = [all.begin(passed), all.begin(passed)]
  for (const call of calls) call.end('done')
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
})
