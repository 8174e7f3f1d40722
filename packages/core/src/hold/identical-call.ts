/**
 * What an identical call gets, given the newest hold with its key.
 * One function, one table: callers act on the answer and never re-derive it. Deadlines have been applied before.
 */
import type { Hold } from './hold.ts'

/** Begins a warning that tells how the entity of a recipe differs. */
export const CHANGED_SINCE_APPROVED = 'Changed since it was approved:'

export type IdenticalCall =
  | { readonly next: 'ask'; readonly warnings: readonly string[] }
  | { readonly next: 'join' }
  | { readonly next: 'run' }
  | { readonly next: 'await-outcome' }
  | { readonly next: 'deliver' }
  | { readonly next: 'repeat-refusal' }

export function meetIdenticalCall(newest: Hold | null, at: number): IdenticalCall {
  if (newest === null) return ask()
  switch (newest.state) {
    case 'pending':
      return { next: 'join' }
    case 'approved':
      return { next: 'run' }
    case 'dispatching':
      return { next: 'await-outcome' }
    case 'succeeded':
      return fresh(newest) ?? ask(`An identical call ran ${ago(newest.endedAt, at)}.`)
    case 'failed':
      return fresh(newest) ?? ask(`An identical call failed ${ago(newest.endedAt, at)}.`)
    case 'unknown':
      return (
        fresh(newest) ??
        ask(
          `An identical call may have run ${ago(newest.attempt?.startedAt ?? null, at)}: its outcome is UNKNOWN. Check before you approve it again.`,
        )
      )
    case 'resolved':
      return (
        fresh(newest) ??
        ask(
          `An identical call of unknown outcome was resolved ${ago(newest.endedAt, at)}: ${newest.note ?? 'no note'}.`,
        )
      )
    case 'declined':
      if (
        newest.deliveredAt !== null &&
        newest.endedAt !== null &&
        at < newest.endedAt + newest.ruling.declineSticksMs
      ) {
        return { next: 'repeat-refusal' }
      }
      return fresh(newest) ?? ask(`An identical call was declined ${ago(newest.endedAt, at)}.`)
    case 'cancelled':
      return fresh(newest) ?? ask(`An identical call was cancelled ${ago(newest.endedAt, at)}.`)
    case 'expired':
      return fresh(newest) ?? ask()
    case 'invalidated':
      // What a person approved is not what is there now: being told so would only cost the agent a turn.
      if (newest.changedSince !== undefined) return ask(`${CHANGED_SINCE_APPROVED} ${newest.changedSince}`)
      return fresh(newest) ?? ask()
  }
}

/** An answer that nobody has received yet goes to the next identical call, once. */
function fresh(hold: Hold): IdenticalCall | null {
  return hold.deliveredAt === null ? { next: 'deliver' } : null
}

function ask(...warnings: readonly string[]): IdenticalCall {
  return { next: 'ask', warnings }
}

function ago(moment: number | null, at: number): string {
  if (moment === null) return 'before'
  const seconds = Math.max(0, Math.round((at - moment) / 1000))
  if (seconds < 120) return `${seconds} s ago`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min ago`
  return `${Math.round(seconds / 3600)} h ago`
}
