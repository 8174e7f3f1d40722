import { recordDraft, toRecordView } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { RECORD_COLUMNS, toRecordRow } from '../../src/cli/record-columns.ts'

test('a row has every field of a record, in the order of the columns', () => {
  const draft = recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'get_x', actor: 'policy' })
  const record = { ...draft, chain: 'c', sequence: 7, at: 0, previousHash: 'before', hash: 'this' }
  const row = toRecordRow(record)
  expect(row).toEqual(toRecordView(record))
  expect(Object.keys(row)).toEqual(RECORD_COLUMNS)
})
