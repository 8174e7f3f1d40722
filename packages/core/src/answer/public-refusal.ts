/**
 * The public codes of refusals: the code that REST, the command line with `--json` and the card's tools show, and the
 * code that tells an agent how its call ended. Inside, a refusal says which rule of a hold was broken; outside, it says
 * what the caller can do about it. No surface has a table of its own.
 */
import type { Hold, HoldState } from '../hold/hold.ts'
import type { Refusal } from '../hold/hold-event.ts'
import { decisiveVerdict } from '../hold/quorum.ts'

/** Of a decision that was not taken. */
export type PublicCode =
  | 'NOT_AN_APPROVER'
  | 'INSUFFICIENT_ASSURANCE'
  | 'WRONG_RAIL'
  /** The edited arguments are none that this tool takes. */
  | 'EDIT_REFUSED'
  /** The policy denies the edited call. */
  | 'EDIT_DENIED'
  | 'NOT_GRANTABLE'
  | 'EXPIRED'
  | 'CONFLICT'

const PUBLIC_CODES: { readonly [code in Exclude<Refusal['code'], 'TOO_LATE'>]: PublicCode } = {
  NOT_AN_APPROVER: 'NOT_AN_APPROVER',
  INSUFFICIENT_ASSURANCE: 'INSUFFICIENT_ASSURANCE',
  WRONG_RAIL: 'WRONG_RAIL',
  EDIT_DENIED: 'EDIT_DENIED',
  NOT_GRANTABLE: 'NOT_GRANTABLE',
  CONFLICT: 'CONFLICT',
  WRONG_STATE: 'CONFLICT',
  NOT_DUE: 'CONFLICT',
  NOT_YET: 'CONFLICT',
  ALREADY_SAID: 'CONFLICT',
  NOT_THE_ATTEMPT: 'CONFLICT',
  NOT_THE_OWNER: 'CONFLICT',
  LEASE_LAPSED: 'CONFLICT',
}

export interface PublicRefusal {
  readonly code: PublicCode
  readonly message: string
  /** How the hold stands, and who decided it. */
  readonly details: {
    readonly state: HoldState
    readonly decided_by: string | null
    readonly via: string | null
  }
}

export function publicRefusal({ code, message }: Refusal, hold: Hold): PublicRefusal {
  const winner = decisiveVerdict(hold)
  return {
    code: code === 'TOO_LATE' ? (hold.state === 'expired' ? 'EXPIRED' : 'CONFLICT') : PUBLIC_CODES[code],
    message,
    details: { state: hold.state, decided_by: winner?.by ?? null, via: winner?.via ?? null },
  }
}

/** Of a call that an agent made and that has no result. */
export type ErrorCode =
  | 'DECLINED'
  | 'CANCELLED'
  | 'TIMEOUT'
  | 'EXPIRED'
  | 'INVALIDATED'
  | 'OUTCOME_UNKNOWN'
  | 'VALIDATION_ERROR'
  | 'DENIED_BY_POLICY'
  | 'STORE_UNAVAILABLE'
  | 'RATE_LIMITED'

/** How a hold ended without a result of the upstream. */
export type EndedState = Exclude<HoldState, 'pending' | 'approved' | 'dispatching' | 'succeeded' | 'failed'>

const ENDINGS: { readonly [state in EndedState]: ErrorCode } = {
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  invalidated: 'INVALIDATED',
  unknown: 'OUTCOME_UNKNOWN',
  resolved: 'OUTCOME_UNKNOWN',
}

/**
 * A short deadline that a rule set, and that passed without an answer, has a code of its own: that agent is not to ask
 * again.
 */
export function endingCode(state: EndedState, { ruling, executeBy }: Pick<Hold, 'ruling' | 'executeBy'>): ErrorCode {
  const missedShortDeadline = ruling.deadlineRule !== undefined && executeBy === null
  return state === 'expired' && missedShortDeadline ? 'TIMEOUT' : ENDINGS[state]
}
