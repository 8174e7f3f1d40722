/**
 * Runs a claimed call with the arguments of its claim, and reports what became of it. It runs nothing that was not claimed. An outcome that cannot be reported at once is
 * reported until it is taken; whoever called waits for that only for a while, since the call has run.
 */
import { RefusedError } from '@holdpoint/client'
import type { Schemas } from '@holdpoint/client'
import { OUTCOME_OVERDUE_MS, OutcomeUnknownError, thrownMessage, untilStored } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import type { HoldRequests, RequestedHold } from '../requests/hold-requests.ts'
import type { Guarded, GuardedRun } from './guarded-call.ts'

export interface ReportOptions {
  /** Told where an outcome cannot be reported. Default: standard error. */
  readonly log?: (message: string) => void
  /** How long the caller waits for a report that is not taken. Default: 10 s. */
  readonly reportWithinMs?: number
}

type Report = Omit<Schemas['OutcomeReport'], 'attempt'>

/** A larger result is not kept with the hold. */
const MOST_CHARACTERS = 1_000_000
const GIVE_UP_MS = 15 * 60_000

export async function runClaimed<Result>(
  requests: HoldRequests,
  { hold, claim }: { readonly hold: RequestedHold; readonly claim: Schemas['Claimed'] },
  { run, signal }: { readonly run: GuardedRun<Result>; readonly signal: AbortSignal | undefined },
  options: ReportOptions,
): Promise<Guarded<Result>> {
  const { attempt, edited } = claim
  const tell = async (report: Report): Promise<void> =>
    await reportOnce(requests, hold, { attempt, ...report }, options)
  let result: Result
  try {
    result = await run(claim.arguments as JsonObject, { hold: hold.id, edited })
  } catch (error) {
    // Ended in the middle, it may have done anything.
    const isUnknown = error instanceof OutcomeUnknownError || (signal?.aborted === true && isAbort(error))
    await tell({ kind: isUnknown ? 'unknown' : 'failed', result: thrownMessage(error) })
    throw error
  }
  await tell({ kind: 'succeeded', result: toKept(result) })
  return { kind: 'ran', result, hold: hold.id, edited }
}

/** Never rejects: the call has run, whatever can be said of it. */
async function reportOnce(
  requests: HoldRequests,
  hold: RequestedHold,
  report: Schemas['OutcomeReport'],
  { log = toStandardError, reportWithinMs = OUTCOME_OVERDUE_MS }: ReportOptions,
): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  async function send(): Promise<void> {
    try {
      await requests.report(hold.id, report)
    } catch (error) {
      if (isForNow(error) && performance.now() < giveUpAt) throw error
      if (error instanceof RefusedError && report.result !== undefined && !isFinal(error)) {
        await requests.report(hold.id, { ...report, result: NOT_KEPT }).catch((again: unknown) => say(again))
        return
      }
      say(error)
    }
  }
  function say(error: unknown): void {
    log(`what became of ${hold.tool} (hold ${hold.id}) could not be reported: ${thrownMessage(error)}`)
  }
  let isLate = false
  const reported = untilStored(send, async (milliseconds) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      // Once nobody waits for it any more, it keeps no process alive.
      if (isLate) timer.unref()
    })
  })
  const overdue = setTimeout(() => giveBack(), reportWithinMs)
  let giveBack = (): void => {}
  const late = new Promise<void>((resolve) => {
    giveBack = () => {
      isLate = true
      say(`it took longer than ${reportWithinMs / 1000} s. It is tried again while this process runs.`)
      resolve()
    }
  })
  await Promise.race([reported, late])
  clearTimeout(overdue)
}

/** Whether the same report may be taken later. */
function isForNow(error: unknown): boolean {
  return !(error instanceof RefusedError) || [429, 500, 503].includes(error.status)
}

/** What stands in the store will not change for another wording. */
function isFinal({ code }: RefusedError): boolean {
  return ['OTHER_ATTEMPT', 'CONFLICT', 'NOT_FOUND', 'UNAUTHENTICATED'].includes(code)
}

const NOT_KEPT = 'It ran. Its result could not be kept: it is too large, or no JSON.'

/** As those get it who present the call again. */
function toKept(result: unknown): unknown {
  try {
    const text = JSON.stringify(result)
    if (text === undefined) return null
    return text.length > MOST_CHARACTERS ? NOT_KEPT : (JSON.parse(text) as unknown)
  } catch {
    return NOT_KEPT
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function toStandardError(message: string): void {
  process.stderr.write(`holdpoint: ${message}\n`)
}
