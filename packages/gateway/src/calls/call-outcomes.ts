/**
 * How calls that passed ended, for the people who look on. Most end well within a moment, and their one record says enough; a
 * second is written for those that take longer or end otherwise. It keeps no results, and it never holds up an answer. On
 * the way of every call it makes nothing new: what it has to know stands in the request's own entry.
 */
import { describeCallProgress } from '@holdpoint/core'
import type { CallProgress, RecordDraft } from '@holdpoint/core'
import type { AuditTrail } from './audit-trail.ts'
import type { InFlight } from './in-flight.ts'
import type { RequestTable } from './request-table.ts'

export type CallEnd = Exclude<CallProgress, 'running'>

/** The requests of one link that have no answer yet. */
type OpenRequests = Pick<RequestTable<InFlight>, 'size' | 'entries'>

export interface CallOutcomes {
  /** A call leaves for its server; `record` is the one under which it passed. */
  begin(flying: InFlight, record: () => RecordDraft, open: OpenRequests): void
  /** Of any request: those that are no passed call leave no trace. */
  end(flying: InFlight, how: CallEnd): void
}

const LOOK_EVERY_MS = 250
/** So that it is on record within a second: a call that is older, and of which nothing more is said, passes for done. */
const RECORDED_AFTER_MS = 750

export function createCallOutcomes(trail: Pick<AuditTrail, 'append'>, now: () => number): CallOutcomes {
  const links = new Set<OpenRequests>()
  let looking: NodeJS.Timeout | null = null

  /** How long it took tells calls apart that are alike in everything else. */
  function tell(
    record: () => RecordDraft,
    kind: 'call-running' | 'call-ended',
    how: CallProgress,
    forMs: number,
  ): void {
    void trail.append({ ...record(), kind, rationale: null, detail: describeCallProgress(how, forMs) })
  }

  function look(): void {
    const at = now()
    for (const open of links) {
      if (open.size === 0) links.delete(open)
      for (const [, flying] of open.entries()) {
        if (flying.passedUnder === null || flying.recordedRunning) continue
        if (at - flying.passedAt < RECORDED_AFTER_MS) continue
        flying.recordedRunning = true
        tell(flying.passedUnder, 'call-running', 'running', at - flying.passedAt)
      }
    }
    if (links.size > 0 || looking === null) return
    clearInterval(looking)
    looking = null
  }

  return {
    begin(flying, record, open) {
      flying.passedUnder = record
      flying.passedAt = now()
      links.add(open)
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
    },
    end(flying, how) {
      const record = flying.passedUnder
      if (record === null) return
      flying.passedUnder = null
      // Not before the record under which it passed, which is written once the call has left.
      if (how === 'done' && !flying.recordedRunning) return
      setImmediate(tell, record, 'call-ended', how, now() - flying.passedAt)
    },
  }
}
