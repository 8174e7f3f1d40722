import type { AuditRecord, RecordKind } from '@holdpoint/core'
import { describeCallProgress, recordDraft } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { processorTime } from '../../../core/test/sql/processor-time.ts'
import { passedOutcomes } from '../../src/http/routes/passed-outcomes.ts'

let sequence = 0
function record(kind: RecordKind, at: number, tool: string, detail: string | null = null): AuditRecord {
  sequence += 1
  const draft = recordDraft({ kind, tenant: 'default', tool, digest: tool, detail })
  return { ...draft, chain: 'c', sequence, at, previousHash: '', hash: '' }
}

const told = (records: readonly AuditRecord[], now: number): readonly (string | undefined)[] => {
  const outcomes = passedOutcomes(records, now)
  return records.filter(({ kind }) => /passed|intended/.test(kind)).map((one) => outcomes.get(one))
}

test('[S4.9] a call that just left is running, and done once its gateway had time to say otherwise', () => {
  const records = [record('call-passed', 1000, 'read'), record('call-intended', 2500, 'write')]
  expect(told(records, 2600)).toEqual(['running', 'running'])
  expect(told(records, 3200)).toEqual(['done', 'running'])
  expect(told(records, 9000)).toEqual(['done', 'done'])
})

test('[S4.9] a slow call runs until its end is told, and after an hour nobody knows', () => {
  const slow = [
    record('call-passed', 0, 'read'),
    record('call-running', 1000, 'read', describeCallProgress('running', 1000)),
  ]
  expect(told(slow, 60_000)).toEqual(['running'])
  expect(told(slow, 4_000_000)).toEqual(['unknown'])
  expect(told([...slow, record('call-ended', 9000, 'read', describeCallProgress('done', 9000))], 60_000)).toEqual([
    'done',
  ])
  expect(told([...slow, record('call-ended', 9000, 'read', describeCallProgress('cancelled', 9000))], 60_000)).toEqual([
    'cancelled',
  ])
})

test('[S4.9] an error is told of the call that failed, also among calls that are alike', () => {
  const records = [
    record('call-passed', 0, 'read'),
    record('call-running', 1000, 'read', describeCallProgress('running', 1000)),
    record('call-passed', 2000, 'read'),
    record('call-passed', 2000, 'list'),
    record('call-ended', 2100, 'list', describeCallProgress('error', 100)),
    record('call-ended', 5000, 'read', describeCallProgress('no answer', 5000)),
  ]
  expect(told(records, 60_000)).toEqual(['error', 'done', 'error'])
})

test('[S4.9] a call that ended well hours ago is not taken for the one that runs now', () => {
  const hours = 7_200_000
  const records = [
    record('call-passed', 0, 'read'),
    record('call-passed', hours, 'read'),
    record('call-running', hours + 800, 'read', describeCallProgress('running', 790)),
  ]
  expect(told(records, hours + 5000)).toEqual(['done', 'running'])
  const failed = [...records, record('call-ended', hours + 6000, 'read', describeCallProgress('error', 5990))]
  expect(told(failed, hours + 9000)).toEqual(['done', 'error'])
})

test('an end whose call is not among the records says nothing of another', () => {
  const late = record('call-ended', 60_010, 'read', describeCallProgress('error', 60000))
  expect(told([record('call-passed', 60_000, 'read'), late], 60_100)).toEqual(['running'])
  expect(told([late], 60_100)).toEqual([])
})

test('an end that was written before the call itself counts all the same', () => {
  const ended = record('call-ended', 5, 'write', describeCallProgress('cancelled', 3))
  expect(told([ended, record('call-intended', 9, 'write')], 60_000)).toEqual(['cancelled'])
})

test('[S4.9] thousands of calls that are alike are told apart in no time', async () => {
  const records = Array.from({ length: 10_000 }, (_, index) => [
    record('call-passed', index * 100, 'read'),
    record('call-ended', index * 100 + 50, 'read', describeCallProgress(index % 2 === 0 ? 'error' : 'cancelled', 50)),
  ]).flat()
  let outcomes: readonly (string | undefined)[] = []
  const spent = await processorTime(() => (outcomes = told(records, 10_000_000)))
  expect(outcomes.slice(0, 3)).toEqual(['error', 'cancelled', 'error'])
  expect(outcomes).toHaveLength(10_000)
  expect(spent).toBeLessThan(1000)
})
