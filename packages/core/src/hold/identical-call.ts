/**
 * What an identical call gets, given the newest hold with its key.
 * One function, one table: callers act on the answer and never re-derive it. Deadlines have been applied before.
 */
import { showInOneLine } from '../preview/visible-text.ts'
import { say } from '../sentence/say.ts'
import type { Hold } from './hold.ts'

export type IdenticalCall =
  | { readonly next: 'ask'; readonly warnings: readonly string[] }
  | { readonly next: 'join' }
  | { readonly next: 'run' }
  | { readonly next: 'await-outcome' }
  | { readonly next: 'deliver' }
  /** It was delivered, and is told again. */
  | { readonly next: 'repeat-answer' }

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
      return fresh(newest) ?? ask(say('identicalRan', { ago: ago(newest.endedAt, at) }))
    case 'failed':
      return fresh(newest) ?? ask(say('identicalFailed', { ago: ago(newest.endedAt, at) }))
    case 'unknown':
      return fresh(newest) ?? ask(say('identicalUnknown', { ago: ago(newest.attempt?.startedAt ?? null, at) }))
    case 'resolved':
      return fresh(newest) ?? ask(resolvedWords(newest, at))
    case 'declined':
      if (
        newest.deliveredAt !== null &&
        newest.endedAt !== null &&
        at < newest.endedAt + newest.ruling.declineSticksMs
      ) {
        return { next: 'repeat-answer' }
      }
      return fresh(newest) ?? ask(say('identicalDeclined', { ago: ago(newest.endedAt, at) }))
    case 'cancelled':
      return fresh(newest) ?? ask(say('identicalCancelled', { ago: ago(newest.endedAt, at) }))
    case 'expired':
      return fresh(newest) ?? ask()
    case 'invalidated':
      // The entity is no longer what the person approved: the call is asked anew, since saying so would only cost the
      // agent a turn.
      if (newest.changedSince !== undefined) return ask(say('changedSinceApproved', { how: newest.changedSince }))
      return fresh(newest) ?? ask()
  }
}

/** Whether a warning tells how the entity of a recipe differs. */
export function tellsChange(warning: string): boolean {
  return warning.startsWith(say('changedSinceApproved', { how: '' }))
}

function resolvedWords({ note, endedAt }: Hold, at: number): string {
  const when = { ago: ago(endedAt, at) }
  return note === null
    ? say('identicalResolvedWithoutNote', when)
    : say('identicalResolved', { ...when, note: showInOneLine(note) })
}

/**
 * An answer that no caller has received yet goes to the next identical call, once. A call that its framework named is that very
 * call whenever it comes: its answer is told each time.
 */
function fresh(hold: Hold): IdenticalCall | null {
  if (hold.deliveredAt === null) return { next: 'deliver' }
  return hold.call.callId === undefined ? null : { next: 'repeat-answer' }
}

function ask(...warnings: readonly string[]): IdenticalCall {
  return { next: 'ask', warnings }
}

function ago(moment: number | null, at: number): string {
  if (moment === null) return say('before')
  const seconds = Math.max(0, Math.round((at - moment) / 1000))
  if (seconds < 120) return say('secondsAgo', { n: seconds })
  if (seconds < 7200) return say('minutesAgo', { n: Math.round(seconds / 60) })
  return say('hoursAgo', { n: Math.round(seconds / 3600) })
}
