/**
 * A hold as the lines of a card: what would happen, what has happened, and who said so. `show`, the questions of `approve`
 * and `reject`, and the inbox in the terminal all draw it. Every line fits the width; text from outside never starts one at
 * the left edge. It paints nothing and asks nothing.
 */
import { approvalsOf, renderPreviewText, wrapColumns } from '@holdpoint/core'
import type { Hold, HoldState, Preview, Risk, Verdict } from '@holdpoint/core'
import { describeOutcome } from './describe-outcome.ts'
import { shortDuration } from './duration.ts'
import { oneLine } from './one-line.ts'
import type { Tone } from './tone.ts'

export interface CardLine {
  readonly text: string
  readonly tone: Tone
}

export interface CardDrawing {
  /** In cells. */
  readonly width: number
  /** Whether long arguments and results of a decided call are shown; those of a question always are. */
  readonly expanded: boolean
}

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

export const PAST: { readonly [answer in Verdict['answer']]: string } = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
}

/** What a decided call shows of its arguments and of its result until somebody wants all of it. */
const SHORT_ARGUMENTS = 6
const SHORT_OUTCOME = 12
const SPACE_FOR_GUTTER = 3

export function cardLines(hold: Hold, now: number, drawing: CardDrawing): readonly CardLine[] {
  const { width } = drawing
  const whole = drawing.expanded || hold.state === 'pending'
  return [
    ...questionLines(hold, now, { width, expanded: whole }),
    ...wrapLine({ text: `State:     ${hold.state}${note(hold)}`, tone: STATE_TONE[hold.state] }, width),
    ...hold.verdicts.flatMap((verdict) =>
      wrapLine({ text: `Decision:  ${describeVerdict(verdict, now)}`, tone: 'plain' }, width),
    ),
    ...outcomeLines(hold, { width, expanded: whole }),
  ]
}

/** What a person must have seen before they decide: all of it. */
export function questionLines(hold: Hold, now: number, { width, expanded }: CardDrawing): readonly CardLine[] {
  return [
    ...previewLines(hold.preview, { width, expanded }),
    { text: '', tone: 'plain' },
    ...[
      `Approval:  ${hold.id}`,
      `           asked ${shortDuration(now - hold.createdAt)} ago${remaining(hold, now)}`,
      ...laterRationales(hold, now),
      ...quorumLines(hold),
    ].flatMap((text) => wrapLine({ text, tone: 'plain' }, width)),
  ]
}

/** `approved by ana via api 3m ago: "fine"`. */
export function describeVerdict(verdict: Verdict, now: number): string {
  const reason = verdict.reason === null ? '' : `: "${oneLine(verdict.reason)}"`
  const age = shortDuration(now - verdict.at)
  const edits = verdict.edits === null ? '' : ' with changes'
  return `${PAST[verdict.answer]}${edits} by ${oneLine(verdict.by)} via ${verdict.via} (${verdict.assurance}) ${age} ago${reason}`
}

function previewLines(preview: Preview, { width, expanded }: CardDrawing): readonly CardLine[] {
  const whole = renderPreviewText(preview, { width }).split('\n')
  const shortened = expanded ? whole : withoutArguments(preview, width, whole)
  let risk = false
  return shortened.map((text, index): CardLine => {
    if (index === 0) return { text, tone: 'strong' }
    if (!risk && text.startsWith('Risk: ')) {
      risk = true
      return { text, tone: RISK_TONE[preview.risk] }
    }
    return { text, tone: text.startsWith('⚠') ? 'caution' : 'plain' }
  })
}

function withoutArguments(preview: Preview, width: number, whole: readonly string[]): readonly string[] {
  const told: Preview = { ...preview, arguments: { kind: 'literal', text: '(long; Enter shows them)' } }
  const short = renderPreviewText(told, { width }).split('\n')
  return whole.length - short.length > SHORT_ARGUMENTS ? short : whole
}

function outcomeLines(hold: Hold, { width, expanded }: CardDrawing): readonly CardLine[] {
  const text = describeOutcome(hold)
  if (text === '') return []
  const tone: Tone = hold.state === 'unknown' ? 'bad' : 'plain'
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => wrapLine({ text: line, tone }, width))
  if (expanded || lines.length <= SHORT_OUTCOME + 1) return lines
  const left = lines.length - SHORT_OUTCOME
  return [...lines.slice(0, SHORT_OUTCOME), { text: `… ${left} more lines; Enter shows them`, tone: 'quiet' }]
}

/** What a terminal would break by itself could go on at the left edge, where our own words stand. */
function wrapLine({ text, tone }: CardLine, width: number): readonly CardLine[] {
  const [, indent = '', gutter = '', rest = text] = /^( *)(│ )(.*)$/su.exec(text) ?? []
  const [first = '', ...more] = wrapColumns(rest, Math.max(1, width - indent.length - SPACE_FOR_GUTTER))
  return [
    { text: `${indent}${gutter}${first}`, tone },
    ...more.map((piece): CardLine => ({ text: `${indent}┊ ${piece}`, tone })),
  ]
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
