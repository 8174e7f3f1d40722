import { recordDraft } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallOutcomes } from '../../src/calls/call-outcomes.ts'
import type { CallEnd } from '../../src/calls/call-outcomes.ts'
import { newInFlight } from '../../src/calls/in-flight.ts'
import { RequestTable } from '../../src/calls/request-table.ts'
import type { InFlight } from '../../src/calls/in-flight.ts'

let written: RecordDraft[] = []
let open: RequestTable<InFlight>
beforeEach(() => {
  written = []
  open = new RequestTable()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const createOutcomes = (): ReturnType<typeof createCallOutcomes> =>
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

/** As a link does: in its own list until the answer comes. */
function call(outcomes: ReturnType<typeof createCallOutcomes>, id: number): (how: CallEnd) => void {
  const flying = newInFlight('tools/call', undefined)
  open.set(id, flying)
  outcomes.begin(flying, passed, open)
  return (how) => {
    outcomes.end(flying, how)
    open.delete(id)
  }
}

test('a call that ends well within a moment leaves no second record', () => {
  const end = call(createOutcomes(), 1)
  vi.advanceTimersByTime(700)
  end('done')
  vi.advanceTimersByTime(5000)
  expect(told()).toEqual([])
})

test('a slow call is told to be running within a second, once, and then how it ended', () => {
  const outcomes = createOutcomes()
  const other = call(outcomes, 1)
  vi.advanceTimersByTime(249)
  const end = call(outcomes, 2)
  other('done')
  vi.advanceTimersByTime(1000)
  expect(told()).toEqual([['call-running', expect.stringMatching(/^running after (7|8|9)\d\d ms$/), null]])
  vi.advanceTimersByTime(5000)
  end('done')
  end('error')
  vi.advanceTimersByTime(10)
  expect(told()).toEqual([
    ['call-running', expect.any(String), null],
    ['call-ended', 'done after 6000 ms', null],
  ])
})

test.each(['error', 'no answer', 'cancelled'] as const)('a quick call that ends otherwise is told: %s', (how) => {
  call(createOutcomes(), 1)(how)
  expect(told()).toEqual([])
  vi.advanceTimersByTime(10)
  expect(told()).toEqual([['call-ended', `${how} after 0 ms`, null]])
})

test('a request that is no passed call leaves no trace', () => {
  const outcomes = createOutcomes()
  outcomes.end(newInFlight('tools/list', undefined), 'no answer')
  vi.advanceTimersByTime(10)
  expect(told()).toEqual([])
})

test('nothing is left running once every call has ended', () => {
  const outcomes = createOutcomes()
  const ends = [call(outcomes, 1), call(outcomes, 2)]
  for (const end of ends) end('done')
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
})
