/**
 * Counts approvals: each person once, whatever the number of surfaces and identities they used. Where more than one is
 * needed, only identities that stand for a person count. An edit begins the count anew: earlier approvals were for
 * other arguments.
 */
import { personKey } from '../people/people.ts'
import type { ListedHold } from './listed-hold.ts'
import type { Verdict } from './verdict.ts'

type Speaker = Pick<Verdict, 'by' | 'person'>

/** The same person, or the same identity even if another person was behind it at the time. */
export function isSameDecider(one: Speaker, other: Speaker): boolean {
  if (one.by === other.by) return true
  return one.person !== undefined && other.person !== undefined && personKey(one.person) === personKey(other.person)
}

/** The approvals that count. */
export function approvalsOf({ verdicts, ruling }: Pick<ListedHold, 'verdicts' | 'ruling'>): readonly Verdict[] {
  const lastEdit = verdicts.findLastIndex((verdict) => verdict.edits !== null)
  const counted: Verdict[] = []
  for (const verdict of verdicts.slice(Math.max(0, lastEdit))) {
    if (verdict.answer !== 'approve' || counted.some((earlier) => isSameDecider(earlier, verdict))) continue
    if (ruling.quorum <= 1 || verdict.person !== undefined) counted.push(verdict)
  }
  return counted
}

export function quorumMet(hold: Pick<ListedHold, 'verdicts' | 'ruling'>): boolean {
  return approvalsOf(hold).length >= Math.max(1, hold.ruling.quorum)
}

/** The verdict that took the hold out of `pending`, where a person did. */
export function decisiveVerdict(hold: ListedHold): Verdict | null {
  const ending = hold.verdicts.find((verdict) => verdict.answer !== 'approve')
  if (ending !== undefined) return ending
  // One approval of the two that were needed decided nothing, however the hold ended afterwards.
  if (hold.state === 'pending' || !quorumMet(hold)) return null
  return approvalsOf(hold).at(-1) ?? null
}
