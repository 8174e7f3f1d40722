import { expect, test } from 'vitest'
import { RECORD_COLUMNS, recordDraft, toRecordRow, toRecordView } from '../../src/index.ts'
import type { AuditRecord } from '../../src/index.ts'

const RECORD: AuditRecord = {
  ...recordDraft({ kind: 'call-passed', tenant: 'home', principal: 'bot', tool: 'get_x', actor: 'policy' }),
  chain: 'c',
  sequence: 7,
  at: Date.UTC(2026, 0, 2),
  previousHash: 'before',
  hash: 'this',
}

test('every field of a record is shown, under the names and in the order of the reference', () => {
  const { at: _at, previousHash: _previous, ...same } = RECORD
  const view = toRecordView(RECORD)
  expect(view).toEqual({ ...same, at: '2026-01-02T00:00:00.000Z', previous_hash: 'before' })
  expect(Object.keys(view).join(' ')).toBe(
    'chain sequence at kind tenant actor principal client server tool method risk rule hold digest rationale detail previous_hash hash provenance',
  )
})

test('a row has every field of a record, in the order of the columns', () => {
  const row = toRecordRow(RECORD)
  expect(row).toEqual(toRecordView(RECORD))
  expect(Object.keys(row)).toEqual(RECORD_COLUMNS)
})
