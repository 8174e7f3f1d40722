import type { AuditRecord, RecordKind } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { passedOutcomes } from '../src/http/passed-outcomes.ts'

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
  const slow = [record('call-passed', 0, 'read'), record('call-running', 1000, 'read', 'running after 1000 ms')]
  expect(told(slow, 60_000)).toEqual(['running'])
  expect(told(slow, 4_000_000)).toEqual(['unknown'])
  expect(told([...slow, record('call-ended', 9000, 'read', 'done after 9000 ms')], 60_000)).toEqual(['done'])
  expect(told([...slow, record('call-ended', 9000, 'read', 'cancelled after 9000 ms')], 60_000)).toEqual(['cancelled'])
})

test('[S4.9] an error is told of the call that failed, also among calls that are alike', () => {
  const records = [
    record('call-passed', 0, 'read'),
    record('call-running', 1000, 'read', 'running after 1000 ms'),
    record('call-passed', 2000, 'read'),
    record('call-passed', 2000, 'list'),
    record('call-ended', 2100, 'list', 'error after 100 ms'),
    record('call-ended', 5000, 'read', 'no answer after 5000 ms'),
  ]
  expect(told(records, 60_000)).toEqual(['error', 'done', 'error'])
})

test('[S4.9] a call that ended well hours ago is not taken for the one that runs now', () => {
  const hours = 7_200_000
  const records = [
    record('call-passed', 0, 'read'),
    record('call-passed', hours, 'read'),
    record('call-running', hours + 800, 'read', 'running after 790 ms'),
  ]
  expect(told(records, hours + 5000)).toEqual(['done', 'running'])
  const failed = [...records, record('call-ended', hours + 6000, 'read', 'error after 5990 ms')]
  expect(told(failed, hours + 9000)).toEqual(['done', 'error'])
})

test('an end whose call is not among the records says nothing of another', () => {
  const late = record('call-ended', 60_010, 'read', 'error after 60000 ms')
  expect(told([record('call-passed', 60_000, 'read'), late], 60_100)).toEqual(['running'])
  expect(told([late], 60_100)).toEqual([])
})

test('an end that was written before the call itself counts all the same', () => {
  const ended = record('call-ended', 5, 'write', 'cancelled after 3 ms')
  expect(told([ended, record('call-intended', 9, 'write')], 60_000)).toEqual(['cancelled'])
})
