/**
 * How the calls that passed ended, read off the log. A call that ended well within a moment left one record; one that
 * took longer, or ended otherwise, left more, which say how long it took: among calls that are alike that tells which
 * it was.
 */
import { readCallProgress } from '@holdpoint/core'
import type { AuditRecord, CallProgress, RecordKind } from '@holdpoint/core'

export type PassedOutcome = 'running' | 'done' | 'error' | 'cancelled' | 'unknown'

/** Kinds that follow a call which passed. */
export const FOLLOW_UP_KINDS: ReadonlySet<RecordKind> = new Set(['call-running', 'call-ended'])

/** After this long without another record a call has ended well: its gateway would have said otherwise. */
const SETTLED_MS = 2000
/** A gateway that was killed says nothing more of the calls it was waiting for. */
const LONGEST_RUNNING_MS = 3_600_000
/** Records of a busy store are written a little later than what they tell of. */
const LATEST_MS = 5000

/** Only calls that passed have an outcome here. */
export function passedOutcomes(records: readonly AuditRecord[], now: number): ReadonlyMap<AuditRecord, PassedOutcome> {
  const outcomes = new Map<AuditRecord, PassedOutcome>()
  const alike = new Map<string, AuditRecord[]>()
  for (const record of records) {
    if (record.kind !== 'call-passed' && record.kind !== 'call-intended') continue
    outcomes.set(record, now - record.at < SETTLED_MS ? 'running' : 'done')
    const calls = alike.get(keyOf(record))
    if (calls === undefined) alike.set(keyOf(record), [record])
    else calls.push(record)
  }
  for (const calls of alike.values()) calls.sort((one, other) => one.at - other.at)
  const ended = new Set<AuditRecord>()
  for (const record of records) {
    const progress = FOLLOW_UP_KINDS.has(record.kind) ? readCallProgress(record.detail ?? '') : null
    if (progress === null) continue
    const call = nearest(alike.get(keyOf(record)) ?? [], record.at - progress.afterMs)
    if (call === null || ended.has(call)) continue
    if (record.kind === 'call-ended') ended.add(call)
    outcomes.set(call, outcomeOf(progress.how, now - call.at))
  }
  return outcomes
}

function keyOf({ principal, client, server, tool, digest }: AuditRecord): string {
  return JSON.stringify([principal, client, server, tool, digest])
}

/** Among calls in the order of their times. */
function nearest(calls: readonly AuditRecord[], moment: number): AuditRecord | null {
  let low = 0
  let high = calls.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((calls[middle]?.at ?? 0) < moment) low = middle + 1
    else high = middle
  }
  const distance = (call: AuditRecord | undefined): number =>
    call === undefined ? Number.POSITIVE_INFINITY : Math.abs(call.at - moment)
  const found = distance(calls[low - 1]) <= distance(calls[low]) ? calls[low - 1] : calls[low]
  return found !== undefined && distance(found) < LATEST_MS ? found : null
}

function outcomeOf(how: CallProgress, age: number): PassedOutcome {
  if (how === 'running') return age < LONGEST_RUNNING_MS ? 'running' : 'unknown'
  return how === 'done' || how === 'cancelled' ? how : 'error'
}
