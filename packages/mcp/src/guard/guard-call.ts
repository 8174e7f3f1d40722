/**
 * Takes one call of an agent framework to its end: asked, waited for, claimed once, run with the arguments that a person approved, reported. Whatever
 * the framework says of an approval counts for nothing.
 */
import type { JsonObject } from '@holdpoint/core'
import type { HoldRequests } from '../requests/hold-requests.ts'
import { claimCall, toGuardRefusal } from './claim-call.ts'
import type { AskedGuard, CallGuard, Guarded, GuardedCall, GuardedRun } from './guarded-call.ts'
import { findNoJson } from './plain-json.ts'
import { runClaimed } from './run-claimed.ts'
import type { ReportOptions } from './run-claimed.ts'

/** Opened with the first call. */
export function createCallGuard(
  open: () => Promise<HoldRequests>,
  server: string,
  options: ReportOptions = {},
): CallGuard {
  return {
    async guard(call, run) {
      const requests = await tryOpen(open)
      return 'kind' in requests ? requests : await guardCall(requests, server, call, run, options)
    },
    async ask(call) {
      const requests = await tryOpen(open)
      return 'kind' in requests ? requests : await askCall(requests, server, call)
    },
  }
}

async function tryOpen(open: () => Promise<HoldRequests>): Promise<HoldRequests | ReturnType<typeof toGuardRefusal>> {
  try {
    return await open()
  } catch (error) {
    return toGuardRefusal(error)
  }
}

export async function guardCall<Result>(
  requests: HoldRequests,
  server: string,
  call: GuardedCall,
  run: GuardedRun<Result>,
  options: ReportOptions = {},
): Promise<Guarded<Result>> {
  const written = asWritten(call)
  const begun = await claimCall(requests, server, written, 'claim')
  switch (begun.kind) {
    case 'passes': {
      const result = await run(written.arguments, { hold: null, edited: false })
      return { kind: 'ran', result, hold: null, edited: false }
    }
    case 'claimed':
      return await runClaimed(requests, begun, { run, signal: call.signal }, options)
    case 'answered':
      return begun.answer
    case 'approved':
      throw new Error('A call that was to be run was only asked about.')
  }
}

/** Never runs anything, and never claims. */
export async function askCall(requests: HoldRequests, server: string, call: GuardedCall): Promise<AskedGuard> {
  const asked = await claimCall(requests, server, asWritten(call), 'approval')
  switch (asked.kind) {
    case 'passes':
    case 'approved':
      return asked
    case 'answered':
      return asked.answer
    case 'claimed':
      throw new Error('A call that was only asked about was claimed.')
  }
}

/** As it stands now: whoever holds the object may go on changing it while a person is asked. What is no JSON stays as it is, and is refused. */
function asWritten(call: GuardedCall): GuardedCall {
  try {
    if (findNoJson(call.arguments) !== null) return call
    return { ...call, arguments: JSON.parse(JSON.stringify(call.arguments)) as JsonObject }
  } catch {
    return call
  }
}
