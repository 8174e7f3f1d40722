/** What a refusal is called outside: the same over REST and on the command line, whatever was refused. */
import { publicRefusal } from '@holdpoint/core'
import type { HoldState, Refusal } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { holdIn, sampleVerdict } from '@holdpoint/testing'
import { toProblem } from '../../src/cli/holds/decide-hold.ts'
import { fromRefusal } from '../../src/http/problem.ts'

const CODES: { readonly [code in Refusal['code']]: readonly [code: string, status: number] } = {
  NOT_AN_APPROVER: ['NOT_AN_APPROVER', 403],
  INSUFFICIENT_ASSURANCE: ['INSUFFICIENT_ASSURANCE', 403],
  WRONG_RAIL: ['WRONG_RAIL', 403],
  EDIT_DENIED: ['EDIT_DENIED', 422],
  NOT_GRANTABLE: ['NOT_GRANTABLE', 422],
  TOO_LATE: ['CONFLICT', 409],
  CONFLICT: ['CONFLICT', 409],
  WRONG_STATE: ['CONFLICT', 409],
  NOT_DUE: ['CONFLICT', 409],
  NOT_YET: ['CONFLICT', 409],
  ALREADY_SAID: ['CONFLICT', 409],
  NOT_THE_ATTEMPT: ['CONFLICT', 409],
  NOT_THE_OWNER: ['CONFLICT', 409],
  LEASE_LAPSED: ['CONFLICT', 409],
}
const STATES: readonly HoldState[] = ['pending', 'approved', 'declined', 'succeeded', 'unknown', 'expired']

describe.each(Object.entries(CODES))('[X12.2] %s', (code, [shown, status]) => {
  test.each(STATES)('of a hold that is %s', (state) => {
    const refusal: Refusal = { code: code as Refusal['code'], message: 'No.' }
    const verdicts = state === 'declined' ? [sampleVerdict('decline', { by: 'ben' })] : []
    const hold = holdIn(state, { verdicts })
    const late = code === 'TOO_LATE' && state === 'expired'
    const expected = late ? { code: 'EXPIRED', status: 410 } : { code: shown, status }
    const details = { state, decided_by: state === 'declined' ? 'ben' : null }
    expect(publicRefusal(refusal, hold)).toMatchObject({ code: expected.code, message: 'No.', details })
    expect(fromRefusal(refusal, hold)).toMatchObject({ ...expected, details })
    expect(toProblem(refusal, hold)).toMatchObject({ code: expected.code, details })
  })
})
