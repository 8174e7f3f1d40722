/**
 * What a hold is about, as lines of its card: the risk, what would happen, who asks, and every byte that would be sent.
 */
import { MOST_ARGUMENT_LINES, plainLine, sectionOf } from '@holdpoint/card/presentation'
import type { ArgumentsSection, Presentation, QuestionSection } from '@holdpoint/card/presentation'
import { describeMasked } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { EMPTY_LINE, ourLine, theirLines } from './card-line.ts'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'
import type { CardDrawing } from './card-line.ts'
import { RISK_TONE } from './hold-tone.ts'
import { showInOneLine } from '../one-line.ts'
import { MESSAGES, presentAsAsked } from './present-hold.ts'

const LINES_BEFORE_EXPANDING = 20

/** `⏳ Waiting · delete_contact · Tool from crm`. */
export function headLines(
  { preview }: Pick<Hold, 'preview'>,
  { badge }: Presentation,
  width: number,
): readonly CardLine[] {
  // Names as the preview has them, to their end: a line here can be as long as it has to.
  const { tool, server } = describeMasked(preview).facts
  return ourLine(`${badge.icon} ${badge.text} · ${tool} · ${MESSAGES.from} ${server.name}`, width, 'strong')
}

/** What would happen, and why a person should care; then what stands there now. */
export function askedLines(hold: Hold, now: number, { width }: Pick<CardDrawing, 'width'>): readonly CardLine[] {
  const question = sectionOf(presentAsAsked(hold, now), 'question')
  if (question === null) return []
  const { risk, riskText, title, why, warnings } = question
  return [
    ...ourLine(`⚠️ ${riskText}: ${title}`, width, RISK_TONE[risk]),
    ...(why === null ? [] : ourLine(`Why: ${why}`, width)),
    ...warnings.flatMap((warning) => ourLine(`⚠ ${warning}`, width, 'caution')),
    ...changeLines(hold, width),
    ...entityLines(question, width),
  ]
}

/** What the agent says of it, labelled as its claim. */
export function claimLines(hold: Hold, now: number, { width }: Pick<CardDrawing, 'width'>): readonly CardLine[] {
  const claim = sectionOf(presentAsAsked(hold, now), 'question')?.claim ?? null
  if (claim === null) return []
  if (!claim.given) return ourLine(claim.text, width)
  return [...ourLine(`${claim.label}:`, width), ...theirLines(claim.text, width)]
}

/** Under a heading; closed, the heading alone, with the key that opens them. */
export function detailLines(hold: Hold, now: number, { width, details = true }: CardDrawing): readonly CardLine[] {
  const presentation = presentAsAsked(hold, now)
  const question = sectionOf(presentation, 'question')
  if (question === null) return []
  const { serverTitle } = presentation
  const rows = [...question.details, { label: 'Approval', text: hold.id }]
  const names = rows.map(({ label }) => label).join(', ')
  if (!details) return [EMPTY_LINE, ...ourLine(`▸ ${MESSAGES.details} (i): ${names}`, width, 'quiet')]
  return [
    EMPTY_LINE,
    ...ourLine(`${MESSAGES.details}:`, width, 'strong'),
    ...labelled(rows, width),
    ...(serverTitle === null ? [] : ourLine(`(${serverTitle})`, width)),
    ...(question.source === null ? [] : ourLine(question.source, width)),
  ]
}

/** All of them. Only long ones of a decided call are cut, unless all is asked for. */
export function argumentCardLines(section: ArgumentsSection, { width, expanded }: CardDrawing): readonly CardLine[] {
  const all = section.content.length > 0 ? section.content : section.lines
  const cut = all.length > MOST_ARGUMENT_LINES && !expanded
  const lines = cut ? all.filter(({ far }) => far !== true).slice(0, LINES_BEFORE_EXPANDING) : all
  return [
    ...ourLine(`${section.heading}:`, width, 'strong'),
    ...(section.hidden ? ourLine(`⚠ ${MESSAGES.hiddenCharacters}`, width, 'caution') : []),
    ...lines.flatMap((line) => theirLines(plainLine(line), width)),
    ...(cut ? ourLine(`… ${MESSAGES.expandArguments} (${all.length}): Enter`, width, 'quiet') : []),
  ]
}

/** The arguments that a person put in place of those that the agent asked for. */
function changeLines({ edit, call }: Hold, width: number): readonly CardLine[] {
  if (edit === null) return []
  return ourLine(
    `Changed by ${showInOneLine(edit.by)}; ${showInOneLine(call.principal)} asked for other arguments.`,
    width,
  )
}

function entityLines({ entity }: QuestionSection, width: number): readonly CardLine[] {
  if (entity === null) return []
  const rows = [
    ...entity.fields.map(({ label, before, after }) => ({
      label,
      text: after === null ? before : `${before} → ${after}`,
    })),
    ...entity.impact.map(({ label, value }) => ({ label, text: value })),
  ]
  if (rows.length === 0) return []
  return [EMPTY_LINE, ...aligned(rows).flatMap((text) => theirLines(text, width)), EMPTY_LINE]
}

function labelled(facts: QuestionSection['details'], width: number): readonly CardLine[] {
  return aligned(facts).flatMap((text) => ourLine(text, width))
}

function aligned(rows: readonly { readonly label: string; readonly text: string }[]): readonly string[] {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length)) + 1
  return rows.map(({ label, text }) => `${`${label}:`.padEnd(longest)} ${text}`)
}
