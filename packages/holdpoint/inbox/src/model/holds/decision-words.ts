/** What is said of an answer: that it counts, or who was faster, where, how long ago, and whether the call runs. */
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ApprovalView } from '../../api/answers.ts'
import { OFFLINE } from '../../api/request.ts'
import type { ApiProblem } from '../../api/request.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../../words/one-line.ts'
import { shownTitle } from '../../words/shown-title.ts'
import { inPageLanguage } from '../../words/in-page-language.ts'
import type { Words } from '../../words/words.ts'
import { saidApproved } from './approved-words.ts'
import type { AfterApproval } from '@holdpoint/core'
import { ago } from '../times.ts'

/** What is known beside the answer: what follows from an approval, and whether this person had said the same before. */
export interface SaidAbout {
  readonly following: AfterApproval
  readonly again: boolean
}

export function saidText(
  approval: ApprovalView,
  words: Words,
  { following, again }: SaidAbout = { following: 'now', again: false },
): string {
  const { state, approvals, quorum } = approval
  if (state === 'pending')
    return fill(again ? words.countedBefore : words.countsSoFar, { have: approvals, need: quorum })
  const text =
    state === 'declined'
      ? words.youDeclined
      : state === 'cancelled'
        ? words.youCancelled
        : state === 'approved'
          ? saidApproved(following, words)
          : words.youApproved
  return fill(text, { title: shownTitle(approval.titles, words) })
}

/** Who has approved a hold that needs more approvals; `null` where there is none yet, or one is enough. */
export function approvedSoFar(approval: ApprovalView, name: string | null, words: Words): string | null {
  const { state, approved_by, approved_by_people, approvals, quorum } = approval
  if (state !== 'pending' || quorum < 2 || approvals === 0) return null
  const who = approved_by.map((by, index) => {
    const voice = showInOneLine(deciderName(by, approved_by_people[index] ?? null))
    return by === name ? fill(words.nameYou, { name: voice }) : voice
  })
  return fill(words.approvedSoFar, { who: who.join(words.comma), have: approvals, need: quorum })
}

export function hasApproved({ state, approved_by }: ApprovalView, name: string | null): boolean {
  return state === 'pending' && name !== null && approved_by.includes(name)
}

const WITHOUT_APPROVAL: readonly string[] = ['declined', 'cancelled', 'expired', 'invalidated']

/**
 * Whether the hold as it is now has this answer, where no reply to the answer came; `null`: not known, since it looks
 * the same either way.
 */
export function bearsAnswer(
  { answer, edits, grant }: Pick<HoldVerdictDetail, 'answer' | 'edits' | 'grant'>,
  before: ApprovalView | null,
  now: ApprovalView,
  name: string | null,
): boolean | null {
  if (name === null) return false
  if (answer !== 'approve') {
    return now.state === (answer === 'decline' ? 'declined' : 'cancelled') && now.decided_by === name
  }
  if (!now.approved_by.includes(name) || WITHOUT_APPROVAL.includes(now.state)) return false
  if (edits !== null) return now.edit?.by === name && now.edit.digest !== before?.edit?.digest
  // A second approval by the same person changes nothing but its grant.
  return grant !== null && before?.approved_by.includes(name) !== false ? null : true
}

export function refusedText(
  answer: HoldVerdictDetail['answer'],
  problem: ApiProblem,
  now: ApprovalView | null,
  words: Words,
): string {
  if (problem.code === OFFLINE.code && now === null) return words.neverHeard
  if (problem.code === OFFLINE.code && now?.state === 'pending') return words.notSent
  const state = problem.state ?? now?.state ?? ''
  if (answer === 'cancel' && Object.hasOwn(words.tooLateToUndo, state)) return words.tooLateToUndo[state] ?? ''
  const by = problem.decided_by ?? now?.decided_by ?? null
  if ((problem.code === 'CONFLICT' || problem.code === OFFLINE.code) && by !== null) {
    const verb =
      state === 'declined'
        ? words.alreadyDeclined
        : state === 'cancelled'
          ? words.alreadyCancelled
          : words.alreadyApproved
    const decidedAt = now?.decided_at ?? null
    const when = decidedAt === null ? '' : `, ${ago(Date.parse(decidedAt), words)}`
    return `${fill(verb, { who: showInOneLine(by), via: showInOneLine(inPageLanguage(problem.via ?? now?.via ?? '', 'rail', words)) })}${when}.`
  }
  if (problem.code === 'EXPIRED' || now?.state === 'expired') return words.tooLate
  return keepInOneLine(inPageLanguage(problem.message, 'message', words)) || words.somethingWrong
}

/** The person, and the identity they used where that is another name. */
function deciderName(by: string, person: string | null): string {
  return person === null || person === by ? by : `${person} (${by})`
}
