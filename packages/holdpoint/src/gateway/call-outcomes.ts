/**
 * How calls that passed ended, for whoever looks on. Most end well within a moment, and their one record says enough; a
 * second is written for those that take longer or end otherwise. It keeps no results, and it never holds up an answer.
 */
import type { RecordDraft } from '@holdpoint/core'
import type { AuditTrail } from './audit-trail.ts'

export type CallEnd = 'done' | 'error' | 'no answer' | 'cancelled'

export interface PassedCall {
  end(how: CallEnd): void
}

export interface CallOutcomes {
  /** A call leaves for its server; `record` is the one under which it passed. */
  begin(record: () => RecordDraft): PassedCall
}

/** Whoever reads the log takes a call that is older, and of which nothing more is said, for done. */
export const TOLD_AFTER_MS = 1000
const LOOK_EVERY_MS = 250

interface Open extends PassedCall {
  readonly since: number
  readonly record: () => RecordDraft
  told: boolean
}

export function createCallOutcomes(trail: Pick<AuditTrail, 'append'>, now: () => number): CallOutcomes {
  /** In the order they came. */
  const open = new Set<Open>()
  let looking: NodeJS.Timeout | null = null

  function tell(call: Open, kind: 'call-running' | 'call-ended', detail: string | null): void {
    void trail.append({ ...call.record(), kind, rationale: null, detail })
  }

  function look(): void {
    const since = now() - TOLD_AFTER_MS + LOOK_EVERY_MS
    for (const call of open) {
      if (call.since > since) break
      if (call.told) continue
      call.told = true
      tell(call, 'call-running', null)
    }
    if (open.size > 0 || looking === null) return
    clearInterval(looking)
    looking = null
  }

  return {
    begin(record) {
      const call: Open = {
        since: now(),
        record,
        told: false,
        end(how) {
          if (!open.delete(call) || (how === 'done' && !call.told)) return
          // Not before the record under which it passed, which is written once the call has left.
          setImmediate(tell, call, 'call-ended', how)
        },
      }
      open.add(call)
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
      return call
    },
  }
}
