/**
 * May this answer stand for further calls, beside the verdict on a hold? Every surface asks before it offers one or
 * takes one, so that none has rules of its own. The door (`to-grant.ts`) asks the same when the answer is given.
 */
import type { Hold } from '../hold/hold.ts'
import type { Assurance } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import { approvedCall } from '../hold/approved-call.ts'
import { checkGrant } from './check-grant.ts'
import type { Grant } from './grant.ts'
import type { GrantRequest } from './grant-request.ts'

export interface StandingAnswer {
  readonly hold: Hold
  readonly effect: Grant['effect']
  readonly assurance: Assurance
}

/** A sentence for the person who wants it; `null`: it may. */
export function whyNotStanding(request: GrantRequest, { hold, effect, assurance }: StandingAnswer): string | null {
  const call = approvedCall(hold)
  if (call === null) return say('argumentsUnreadable')
  return checkGrant(request, { effect, ruling: hold.ruling, call, assurance })
}
