/**
 * Applies one person's answer to one hold. An approval needs an eligible person, with a quorum several; a "no" ends the
 * question at once. An approval that changes the arguments voids the ones before it. A verdict after the decision never
 * changes it: a person who repeats their answer gets the receipt, a person who contradicts it gets the name of the one
 * who decided.
 */
import { approvedDigest } from './edit.ts'
import type { CheckedEdit } from './edit.ts'
import { deciderName } from '../people/people.ts'
import type { VerdictPeople } from '../people/people.ts'
import { say } from '../sentence/say.ts'
import type { Hold } from './hold.ts'
import type { Refusal, Transition } from './hold-event.ts'
import { checkEligibility } from './eligibility.ts'
import { approvalsOf, decisiveVerdict, isSameDecider, quorumMet } from './quorum.ts'
import { undoWindowOf } from './undo-window.ts'
import type { Verdict } from './verdict.ts'

/** What comes with a verdict beside it. */
export interface VerdictContext {
  readonly edit: CheckedEdit | null
  readonly shown: string | null
  /** The person behind the call itself; `null`: not known. */
  readonly requester: string | null
}

export function applyVerdict(hold: Hold, verdict: Verdict, context: VerdictContext): Transition {
  const { edit, shown } = context
  if (hold.state !== 'pending') return afterDecision(hold, verdict, edit)
  if (verdict.at >= hold.decideBy) {
    return refuse('TOO_LATE', say('questionExpired'))
  }
  if (verdict.answer === 'approve' && edit !== null && edit.digest !== approvedDigest(hold)) {
    return applyEdit(hold, verdict, edit, context)
  }
  const ineligible = checkEligibility(hold, withRequester(verdict, context))
  if (ineligible !== null) return { ok: false, refusal: ineligible }
  if (verdict.answer === 'approve') {
    if (approvalsOf(hold).some((earlier) => isSameDecider(earlier, verdict))) {
      return refuse(
        'ALREADY_SAID',
        `${deciderName(verdict)} has approved already; ${hold.ruling.quorum} approvers are needed.`,
      )
    }
    // A person who still reads the older arguments would approve what they never saw.
    if (hold.edit !== null && (shown ?? edit?.digest) !== hold.edit.digest) {
      return refuse('CONFLICT', say('argumentsChangedBy', { by: hold.edit.by }))
    }
    // A surface that mixed two questions up would approve the one for the other.
    if (shown !== null && shown !== approvedDigest(hold)) return refuse('CONFLICT', say('otherArgumentsShown'))
  }
  return count(hold, { ...verdict, edits: null })
}

/** The person's own right is judged by what the policy says of the arguments they want. */
function applyEdit(hold: Hold, verdict: Verdict, edit: CheckedEdit, context: VerdictContext): Transition {
  const { argumentsText, digest, ruling, policyHash, preview } = edit
  // Its ruling is stricter than what the policy says of its arguments alone, and an edit would put that in its place.
  if (hold.undoOf !== undefined) {
    return refuse('EDIT_DENIED', say('undoAsItIs'))
  }
  if (ruling.answer === 'deny') return refuse('EDIT_DENIED', say('policyDeniesEdit', { why: ruling.why }))
  const { by, at } = verdict
  const edited: Hold = { ...hold, ruling, policyHash, preview, edit: { argumentsText, digest, by, at } }
  const ineligible = checkEligibility(edited, withRequester(verdict, context))
  if (ineligible !== null) return { ok: false, refusal: ineligible }
  return count(edited, { ...verdict, edits: argumentsText })
}

function withRequester(verdict: Verdict, { requester }: VerdictContext): Verdict & VerdictPeople {
  return requester === null ? verdict : { ...verdict, requester }
}

function count(hold: Hold, verdict: Verdict): Transition {
  const voted: Hold = { ...hold, revision: hold.revision + 1, verdicts: [...hold.verdicts, verdict] }
  switch (verdict.answer) {
    case 'approve':
      return { ok: true, hold: quorumMet(voted) ? approved(voted, verdict) : voted }
    case 'decline':
      return { ok: true, hold: { ...voted, state: 'declined', decidedAt: verdict.at, endedAt: verdict.at } }
    case 'cancel':
      return { ok: true, hold: { ...voted, state: 'cancelled', decidedAt: verdict.at, endedAt: verdict.at } }
  }
}

/** With several approvers it is the last one who could still take it back. */
function approved(hold: Hold, verdict: Verdict): Hold {
  const { at } = verdict
  const windowMs = undoWindowOf(hold.ruling, verdict)
  const from = at + windowMs
  const runAfter = windowMs > 0 ? from : null
  return { ...hold, state: 'approved', decidedAt: at, runAfter, executeBy: from + hold.ruling.executeWithinMs }
}

function afterDecision(hold: Hold, verdict: Verdict, edit: CheckedEdit | null): Transition {
  // The latest word of a person is their word: one who approved first and then declined has declined.
  const own = hold.verdicts.findLast((earlier) => isSameDecider(earlier, verdict))
  const same =
    own !== undefined && own.answer === verdict.answer && (edit === null || edit.digest === approvedDigest(hold))
  if (same) return refuse('ALREADY_SAID', `${deciderName(verdict)} has said so already; the hold is ${hold.state}.`)
  const winner = decisiveVerdict(hold)
  const { state, note } = hold
  if (winner === null) {
    return refuse('TOO_LATE', endedWords(state, note))
  }
  const { via } = winner
  return refuse(
    'CONFLICT',
    say('alreadyDecided', { answer: wording(winner), by: deciderName(winner), rail: via, state }),
  )
}

function wording(verdict: Verdict): string {
  return { approve: 'approved', decline: 'declined', cancel: 'cancelled' }[verdict.answer]
}

function refuse(code: Refusal['code'], message: string): Transition {
  return { ok: false, refusal: { code, message } }
}

/** What a person found out of a call is their note, in their words. */
function endedWords(state: Hold['state'], note: string | null): string {
  if (note === null) return say('holdHasEnded', { state })
  return state === 'resolved' ? say('holdWasResolved', { note }) : say('holdHasEndedSo', { state, note })
}
