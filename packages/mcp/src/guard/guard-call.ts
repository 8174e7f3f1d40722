/**
 * Takes one call of an agent framework to its end: asked, waited for, claimed once, run with the arguments that a person approved, reported. Whatever
 * the framework says of an approval counts for nothing.
 */
import type { HoldRequests } from '../requests/hold-requests.ts'
import { claimCall } from './claim-call.ts'
import type { Guarded, GuardedCall, GuardedRun } from './guarded-call.ts'
import { runClaimed } from './run-claimed.ts'
import type { ReportOptions } from './run-claimed.ts'

export async function guardCall<Result>(
  requests: HoldRequests,
  server: string,
  call: GuardedCall,
  run: GuardedRun<Result>,
  options: ReportOptions = {},
): Promise<Guarded<Result>> {
  const begun = await claimCall(requests, server, call)
  switch (begun.kind) {
    case 'passes': {
      const result = await run(call.arguments, { hold: null, edited: false })
      return { kind: 'ran', result, hold: null, edited: false }
    }
    case 'claimed':
      return await runClaimed(requests, begun, { run, signal: call.signal }, options)
    case 'answered':
      return begun.answer
  }
}
