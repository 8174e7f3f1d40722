/**
 * A hold as the lines of a card: what would happen, what has happened, and who said so. `show`, the questions of
 * `approve` and `reject`, the rail of `serve` and the inbox in the terminal all draw it, from the presentation that the
 * card in a browser is drawn from. It paints nothing and asks nothing.
 */
import { fill, formatTimeLeft, sectionOf } from '@holdpoint/card/presentation'
import type { Presentation } from '@holdpoint/card/presentation'
import { approvalsOf, maskText } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { EMPTY_LINE, ourLine } from './card-line.ts'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'
import type { CardDrawing } from './card-line.ts'
import { outcomeLines, verdictLines } from './describe-outcome.ts'
import { argumentCardLines, askedLines, claimLines, detailLines, headLines } from './describe-question.ts'
import { describeVerdict } from './describe-verdict.ts'
import { shortDuration } from '../duration.ts'
import { STATE_TONE } from './hold-tone.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'
import { MESSAGES, presentHold } from './present-hold.ts'

export function cardLines(hold: Hold, now: number, drawing: CardDrawing): readonly CardLine[] {
  const { width } = drawing
  const presentation = presentHold(hold, now)
  return [
    ...askedCard(hold, now, drawing),
    ...voteLines(hold, now, width),
    ...blockOf([...verdictLines(presentation, width), ...outcomeLines(hold, presentation, drawing)]),
    ...detailLines(hold, now, drawing),
  ]
}

/** What a person must have seen before they decide: all of it. */
export function questionCard(hold: Hold, now: number, drawing: CardDrawing): readonly CardLine[] {
  return [...askedCard(hold, now, drawing), ...detailLines(hold, now, drawing)]
}

/** Title, warnings, content, the agent's claim, and how it stands: the order of every surface. Details come last. */
function askedCard(hold: Hold, now: number, drawing: CardDrawing): readonly CardLine[] {
  const { width } = drawing
  const expanded = drawing.expanded || hold.state === 'pending'
  const presentation = presentHold(hold, now, drawing.revealed ?? null)
  const section = sectionOf(presentation, 'arguments')
  return [
    ...headLines(hold, presentation, width),
    ...askedLines(hold, now, drawing),
    ...(section === null ? [] : argumentCardLines(section, { width, expanded })),
    ...claimLines(hold, now, drawing),
    ...laterRationales(hold, now).flatMap((text) => ourLine(text, width)),
    EMPTY_LINE,
    ...ourLine(`State:     ${stateWords(hold, presentation, now)}`, width, STATE_TONE[hold.state]),
    ...quorumLines(hold, presentation).flatMap((text) => ourLine(text, width)),
  ]
}

/** Until an approved call runs it can be taken back; `how` says by what. */
export function takeBackLines(hold: Hold, now: number, width: number, how: string): readonly CardLine[] {
  const { state, runAfter, callerLeft } = hold
  // A call whose caller went away runs when the agent calls again.
  if (state !== 'approved' || callerLeft || runAfter === null || runAfter <= now) return []
  return ourLine(`Runs in ${Math.ceil((runAfter - now) / 1000)} s · ${how} takes it back`, width, 'caution')
}

function blockOf(lines: readonly CardLine[]): readonly CardLine[] {
  return lines.length === 0 ? [] : [EMPTY_LINE, ...lines]
}

/** Each answer of several, or of a question that is still open; a single one that decided is the verdict below. */
function voteLines({ verdicts, state }: Hold, now: number, width: number): readonly CardLine[] {
  if (verdicts.length < 2 && state !== 'pending') return []
  return verdicts.flatMap((verdict) => ourLine(`Decision:  ${describeVerdict(verdict, now)}`, width))
}

/** `pending, asked 12s ago; 23:59:48 left to decide`. */
function stateWords(hold: Hold, presentation: Presentation, now: number): string {
  const { state, note, outcome } = hold
  const found = outcome?.kind === 'resolved' ? `, it ${outcome.executed ? 'DID' : 'did NOT'} run` : ''
  const about = note === null ? '' : ` (${keepInOneLine(note)})`
  return `${state}${found}${about}, asked ${shortDuration(now - hold.createdAt)} ago${timeLeft(presentation, now)}`
}

function timeLeft(presentation: Presentation, now: number): string {
  const question = sectionOf(presentation, 'question')
  if (question === null || question.deadline === null) return ''
  return `; ${question.notice ?? fill(MESSAGES.timeLeft, { time: formatTimeLeft(question.deadline - now) })}`
}

function laterRationales(hold: Hold, now: number): readonly string[] {
  return hold.laterRationales.map(({ at, rationale }) => {
    const said = rationale === null ? 'without a reason' : `the agent says: "${maskText(showInOneLine(rationale))}"`
    return `  called again ${shortDuration(now - at)} ago, ${said}`
  })
}

function quorumLines(hold: Hold, presentation: Presentation): readonly string[] {
  const { approvers, quorum } = hold.ruling
  const so = { have: approvalsOf(hold).length, need: quorum }
  const counted = sectionOf(presentation, 'question')?.quorum ?? (quorum > 1 ? fill(MESSAGES.quorum, so) : null)
  return [
    ...(counted === null ? [] : [`Needs:     ${counted}`]),
    ...(approvers === null ? [] : [`Approvers: ${approvers.map(showInOneLine).join(', ')}`]),
  ]
}
