import { sampleHold } from '@holdpoint/testing'
import { expect, test } from 'vitest'
import { approvedCall } from '../../src/index.ts'

const hold = sampleHold()
const edit = { argumentsText: '{"amount": 5}', digest: 'd5', by: 'ana', at: 1 }

test('[X12.2] the call as approved has the requested arguments, or those of the edit with their own digest', () => {
  expect(approvedCall(hold)).toEqual({ ...hold.call, arguments: JSON.parse(hold.call.argumentsText) as unknown })
  expect(approvedCall({ ...hold, edit })).toEqual({
    ...hold.call,
    argumentsText: '{"amount": 5}',
    arguments: { amount: 5 },
    digest: 'd5',
  })
})

test.each(['', 'null', '[1]', '{"a":1,"a":2}', '{"a":'])('[X12.2] arguments that cannot be read again: %s', (text) => {
  expect(approvedCall({ ...hold, edit: { ...edit, argumentsText: text } })).toBeNull()
})
