/**
 * How the calls that passed ended, read off the log. A call that ended well within a moment left one record; one that took
 * longer, or ended otherwise, left a second. Calls that are alike in everything are told apart by their order alone.
 */
import type { AuditRecord, RecordKind } from '@holdpoint/core'

export type PassedOutcome = 'running' | 'done' | 'error' | 'cancelled' | 'unknown'

/** Kinds that follow a call which passed. */
export const FOLLOW_UP_KINDS: ReadonlySet<RecordKind> = new Set(['call-running', 'call-ended'])

/** After this long without a second record a call has ended well: its gateway would have said otherwise. */
const SETTLED_MS = 2000
/** A gateway that was killed says nothing more of the calls it was waiting for. */
const LONGEST_RUNNING_MS = 3_600_000

interface Open {
  readonly record: AuditRecord
  isSlow: boolean
}

/** `records`: oldest first. Only calls that passed have an outcome here. */
export function passedOutcomes(records: readonly AuditRecord[], now: number): ReadonlyMap<AuditRecord, PassedOutcome> {
  const outcomes = new Map<AuditRecord, PassedOutcome>()
  const openCalls = new Map<string, Open[]>()
  for (const record of records) {
    const key = JSON.stringify([record.principal, record.client, record.server, record.tool, record.digest])
    const open = openCalls.get(key) ?? []
    switch (record.kind) {
      case 'call-passed':
      case 'call-intended':
        openCalls.set(key, [...open, { record, isSlow: false }])
        outcomes.set(record, now - record.at < SETTLED_MS ? 'running' : 'done')
        break
      case 'call-running': {
        const slow = open.find(({ isSlow }) => !isSlow)
        if (slow === undefined) break
        slow.isSlow = true
        outcomes.set(slow.record, now - slow.record.at < LONGEST_RUNNING_MS ? 'running' : 'unknown')
        break
      }
      case 'call-ended': {
        // That a call is done is told only where it was told before that it runs.
        const ended = open.find(({ isSlow }) => isSlow) ?? (record.detail === 'done' ? undefined : open.at(-1))
        if (ended === undefined) break
        open.splice(open.indexOf(ended), 1)
        outcomes.set(ended.record, outcomeOf(record.detail))
        break
      }
      default:
    }
  }
  return outcomes
}

function outcomeOf(detail: string | null): PassedOutcome {
  return detail === 'done' || detail === 'cancelled' ? detail : 'error'
}
