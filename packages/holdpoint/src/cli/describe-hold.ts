/** A hold as text for a terminal: what would happen, what has happened, and who said so. */
import { approvalsOf, decisiveVerdict, renderPreviewText } from '@holdpoint/core'
import type { Hold, HoldState, Risk, Verdict } from '@holdpoint/core'
import type { TerminalPort, Tone } from './command-context.ts'
import { describeOutcome } from './describe-outcome.ts'
import { shortDuration } from './duration.ts'
import { oneLine } from './one-line.ts'

export const STATE_TONE: { readonly [state in HoldState]: Tone } = {
  pending: 'caution',
  approved: 'good',
  dispatching: 'good',
  succeeded: 'good',
  failed: 'bad',
  unknown: 'bad',
  resolved: 'plain',
  declined: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
  invalidated: 'quiet',
}

export const RISK_TONE: { readonly [risk in Risk]: Tone } = { low: 'plain', medium: 'caution', high: 'bad' }

const PAST: { readonly [answer in Verdict['answer']]: string } = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
}

/** What a person must have seen before they decide: all of it. */
export function describeQuestion(hold: Hold, now: number, terminal: TerminalPort): string {
  return [
    renderPreviewText(hold.preview, { width: terminal.width }),
    '',
    `Approval:  ${hold.id}, asked ${shortDuration(now - hold.createdAt)} ago${remaining(hold, now)}`,
    ...laterRationales(hold, now),
    ...quorumLines(hold),
    '',
  ].join('\n')
}

export function describeHold(hold: Hold, now: number, terminal: TerminalPort): string {
  const state = terminal.paint(STATE_TONE[hold.state], hold.state)
  const lines = [describeQuestion(hold, now, terminal), `State:     ${state}${note(hold)}`]
  for (const verdict of hold.verdicts) lines.push(`Decision:  ${describeVerdict(verdict, now)}`)
  const outcome = describeOutcome(hold)
  return `${lines.join('\n')}\n${outcome}`
}

/** `approved by ana via api 3m ago: "fine"`. */
export function describeVerdict(verdict: Verdict, now: number): string {
  const reason = verdict.reason === null ? '' : `: "${oneLine(verdict.reason)}"`
  const age = shortDuration(now - verdict.at)
  const edits = verdict.edits === null ? '' : ' with changes'
  return `${PAST[verdict.answer]}${edits} by ${oneLine(verdict.by)} via ${verdict.via} (${verdict.assurance}) ${age} ago${reason}`
}

/** `delete_contact on crm`, safe for one line. */
export function nameOf(hold: Hold): string {
  return `${oneLine(hold.call.tool)} on ${oneLine(hold.call.server.name)}`
}

/** The receipt of a decision: who, how and what it was about. */
export function describeReceipt(hold: Hold, now: number): string {
  const decisive = decisiveVerdict(hold) ?? hold.verdicts.at(-1)
  const who = decisive === undefined ? hold.state : describeVerdict(decisive, now)
  return `${hold.id} (${nameOf(hold)}): ${who}`
}

function note(hold: Hold): string {
  return hold.note === null ? '' : ` (${oneLine(hold.note)})`
}

function remaining(hold: Hold, now: number): string {
  return hold.state === 'pending' ? `, to be decided within ${shortDuration(hold.decideBy - now)}` : ''
}

function laterRationales(hold: Hold, now: number): readonly string[] {
  return hold.laterRationales.map(({ at, rationale }) => {
    const said = rationale === null ? 'without a reason' : `the agent says: "${oneLine(rationale)}"`
    return `           called again ${shortDuration(now - at)} ago, ${said}`
  })
}

function quorumLines(hold: Hold): readonly string[] {
  const { approvers, quorum } = hold.ruling
  const lines: string[] = []
  if (quorum > 1) lines.push(`Needs:     ${quorum} approvers; ${approvalsOf(hold.verdicts).length} so far`)
  if (approvers !== null) lines.push(`Approvers: ${approvers.map(oneLine).join(', ')}`)
  return lines
}
