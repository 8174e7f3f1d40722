/** What a requester is told where its claim or its report is not taken, alike for a service and for the engine in its own process. */
import { endedAnswer, runsFrom, say } from '@holdpoint/core'
import type { Claimed, Reported } from '@holdpoint/core'

export interface RequestRefusal {
  /** `missing`: for this requester there is no such hold. `ended`: it will never run. */
  readonly kind: 'missing' | 'ended' | 'conflict'
  readonly code: string
  readonly message: string
  readonly details: { readonly [name: string]: string }
}

const MISSING: RequestRefusal = { kind: 'missing', code: 'NOT_FOUND', message: say('nothingHere'), details: {} }

export function toClaimRefusal(claimed: Exclude<Claimed, { readonly kind: 'claimed' }>): RequestRefusal {
  switch (claimed.kind) {
    case 'not-found':
      return MISSING
    case 'ended': {
      const answer = endedAnswer(claimed.hold)
      if (answer.kind !== 'error') throw new Error('A hold that has ended is answered as an error.')
      const { code, message } = answer.error.error
      return { kind: 'ended', code, message, details: { state: claimed.hold.state } }
    }
    case 'refused': {
      const { hold, code, message } = claimed
      const from = code === 'NOT_YET' ? runsFrom(hold) : null
      const details = { state: hold.state, ...(from === null ? {} : { run_after: new Date(from).toISOString() }) }
      return { kind: 'conflict', code, message, details }
    }
  }
}

export function toReportRefusal(
  reported: Extract<Reported, { readonly kind: 'not-found' | 'refused' }>,
): RequestRefusal {
  if (reported.kind === 'not-found') return MISSING
  const { code, message, hold } = reported
  return { kind: 'conflict', code, message, details: { state: hold.state } }
}
