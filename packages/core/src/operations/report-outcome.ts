/**
 * The requester reports what became of the call it claimed (P5). Only the attempt that was claimed may, once; the same report again
 * finds itself. Where nothing was reported within the lease, the late report settles what became unknown, and a person's word stands.
 */
import type { Hold, Outcome } from '../hold/hold.ts'
import { canonicalize } from '../json/canonical.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { say } from '../sentence/say.ts'
import type { Store } from '../store/store.ts'
import { requestedHold } from './claim-hold.ts'
import type { HoldRequester } from './claim-hold.ts'
import { concludeDispatch, loseDispatch, markDelivered } from './dispatch-hold.ts'

export interface OutcomeReport {
  readonly hold: string
  readonly requester: HoldRequester
  readonly attempt: string
  readonly kind: 'succeeded' | 'failed' | 'unknown'
  /** What it gave back, or why it failed, as JSON text. */
  readonly resultText: string
  /** It failed, and is known to have had no effect. */
  readonly notApplied: boolean
}

export type Reported =
  | { readonly kind: 'stored'; readonly hold: Hold }
  /** It stood like this already. */
  | { readonly kind: 'again'; readonly hold: Hold }
  | { readonly kind: 'not-found' }
  | {
      readonly kind: 'refused'
      readonly code: 'OTHER_ATTEMPT' | 'CONFLICT'
      readonly message: string
      readonly hold: Hold
    }

export async function reportOutcome(store: Store, report: OutcomeReport): Promise<Reported> {
  const hold = await requestedHold(store, report.hold, report.requester)
  if (hold === null) return { kind: 'not-found' }
  if (hold.attempt === null || hold.attempt.id !== report.attempt) {
    return { kind: 'refused', code: 'OTHER_ATTEMPT', message: say('outcomeOfAnother'), hold }
  }
  const standing = standsAlready(hold, report)
  if (standing !== null) return standing
  const moved =
    report.kind === 'unknown'
      ? await loseDispatch(store, hold.id, report.attempt, whyUnknown(report))
      : await concludeDispatch(store, hold.id, report.attempt, toStoredOutcome(report, report.kind))
  // Two reports at the same moment: the later one is compared with what the first one stored.
  if (moved.kind !== 'moved') {
    const now = (await store.holds.get(hold.id)) ?? hold
    return standsAlready(now, report) ?? refused(now)
  }
  // Whoever reported it knows it: the next identical call is another one.
  const told = await markDelivered(store, hold.id)
  return { kind: 'stored', hold: told.kind === 'moved' ? told.hold : moved.hold }
}

/** `null`: it is still to be stored. */
function standsAlready(hold: Hold, report: OutcomeReport): Reported | null {
  if (hold.state === 'dispatching') return null
  if (hold.state === 'unknown') return report.kind === 'unknown' ? { kind: 'again', hold } : null
  const ended = report.kind === 'unknown' ? null : toStoredOutcome(report, report.kind)
  return ended !== null && isSameOutcome(hold.outcome, ended) ? { kind: 'again', hold } : refused(hold)
}

function refused(hold: Hold): Reported {
  return { kind: 'refused', code: 'CONFLICT', message: say('outcomeStandsOtherwise', { state: hold.state }), hold }
}

function isSameOutcome(one: Outcome | null, other: Outcome): boolean {
  return one !== null && canonicalize(one as unknown as JsonValue) === canonicalize(other as unknown as JsonValue)
}

const LONGEST_REASON = 500
const LONGEST_SHOWN = 30_000
const VALUE_KEY = 'dev.holdpoint/value'

function whyUnknown({ resultText }: OutcomeReport): string {
  const said = JSON.parse(resultText) as JsonValue
  if (said === null) return say('requesterDoesNotKnow')
  const words = clipVisible(showInOneLine(typeof said === 'string' ? said : resultText), LONGEST_REASON)
  return say('requesterDoesNotKnowSaying', { words })
}

/** In the shape of a tool's result, which every surface reads; what is none stands in it whole, beside its text. */
function toStoredOutcome(report: OutcomeReport, kind: 'succeeded' | 'failed'): Outcome & { kind: 'result' | 'error' } {
  const { resultText } = report
  const value = JSON.parse(resultText) as JsonValue
  if (kind === 'failed' && report.notApplied) {
    const message = typeof value === 'string' ? value : resultText
    const error = { message: clipVisible(message, LONGEST_SHOWN), [VALUE_KEY]: value }
    return { kind: 'error', errorText: JSON.stringify(error), notApplied: true }
  }
  const isResult = isJsonObject(value) && Array.isArray(value['content'])
  return {
    kind: 'result',
    isError: kind === 'failed',
    resultText: isResult ? resultText : JSON.stringify(wrapped(value, resultText)),
    truncated: false,
  }
}

function wrapped(value: JsonValue, text: string): JsonObject {
  const said = typeof value === 'string' ? value : text
  const shown = said.length > LONGEST_SHOWN ? `${said.slice(0, LONGEST_SHOWN)}…` : said
  return { content: value === null ? [] : [{ type: 'text', text: shown }], _meta: { [VALUE_KEY]: value } }
}

/** What was reported, as it was reported. */
export interface ReportedOutcome {
  readonly kind: 'succeeded' | 'failed' | 'unknown'
  readonly result: JsonValue
}

/** `null`: nothing was. A person's word about an unknown outcome is no report. */
export function reportedOutcome({ state, outcome }: Pick<Hold, 'state' | 'outcome'>): ReportedOutcome | null {
  switch (outcome?.kind) {
    case undefined:
    case 'resolved':
      return null
    case 'lost':
      return { kind: 'unknown', result: outcome.reason }
    case 'error':
      return { kind: 'failed', result: unwrapped(JSON.parse(outcome.errorText) as JsonValue) }
    case 'result': {
      const value = JSON.parse(outcome.resultText) as JsonValue
      const meta = isJsonObject(value) ? (value['_meta'] ?? null) : null
      return {
        kind: state === 'succeeded' ? 'succeeded' : 'failed',
        result: isJsonObject(meta) && Object.hasOwn(meta, VALUE_KEY) ? unwrapped(meta) : value,
      }
    }
  }
}

function unwrapped(holder: JsonValue): JsonValue {
  return isJsonObject(holder) && Object.hasOwn(holder, VALUE_KEY) ? (holder[VALUE_KEY] ?? null) : holder
}
