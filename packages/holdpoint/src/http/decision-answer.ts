/** What a refusal of the domain is over HTTP: who won, that it is too late, or that this person may not. */
import { decisiveVerdict } from '@holdpoint/core'
import type { Hold, Refusal } from '@holdpoint/core'
import { problem } from './problem.ts'
import type { Problem } from './problem.ts'

export function fromRefusal(refusal: Refusal, hold: Hold): Problem {
  const winner = decisiveVerdict(hold)
  const details = { state: hold.state, decided_by: winner?.by ?? null, via: winner?.via ?? null }
  switch (refusal.code) {
    case 'NOT_AN_APPROVER':
    case 'INSUFFICIENT_ASSURANCE':
    case 'WRONG_RAIL':
      return problem(403, refusal.code, refusal.message, { details: { state: hold.state } })
    case 'EDIT_DENIED':
    case 'NOT_GRANTABLE':
      return problem(422, refusal.code, refusal.message, { details: { state: hold.state } })
    case 'TOO_LATE':
      return hold.state === 'expired'
        ? problem(410, 'EXPIRED', refusal.message, { details: { state: hold.state } })
        : problem(409, 'CONFLICT', refusal.message, { details })
    case 'CONFLICT':
    case 'WRONG_STATE':
    case 'NOT_DUE':
    case 'NOT_YET':
    case 'ALREADY_SAID':
    case 'NOT_THE_ATTEMPT':
    case 'NOT_THE_OWNER':
    case 'LEASE_LAPSED':
      return problem(409, 'CONFLICT', refusal.message, { details })
  }
}
