/**
 * Counts approvals: each person once, whatever the number of surfaces they used. An edit begins the count anew: whoever
 * approved before it approved something else.
 */
import type { ListedHold } from './listed-hold.ts'
import type { Verdict } from './verdict.ts'

export function approvalsOf(verdicts: readonly Verdict[]): readonly Verdict[] {
  const seen = new Set<string>()
  const lastEdit = verdicts.findLastIndex((verdict) => verdict.edits !== null)
  return verdicts.slice(Math.max(0, lastEdit)).filter((verdict) => {
    if (verdict.answer !== 'approve' || seen.has(verdict.by)) return false
    seen.add(verdict.by)
    return true
  })
}

export function quorumMet(hold: ListedHold): boolean {
  return approvalsOf(hold.verdicts).length >= Math.max(1, hold.ruling.quorum)
}

/** The verdict that took the hold out of `pending`, where a person did. */
export function decisiveVerdict(hold: ListedHold): Verdict | null {
  const ending = hold.verdicts.find((verdict) => verdict.answer !== 'approve')
  if (ending !== undefined) return ending
  // One approval of the two that were needed decided nothing, however the hold ended afterwards.
  if (hold.state === 'pending' || !quorumMet(hold)) return null
  return approvalsOf(hold.verdicts).at(-1) ?? null
}
