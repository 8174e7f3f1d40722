/**
 * What became of a call, as lines of its card. The server's words stand behind a gutter, so that they never pass for
 * ours.
 */
import { fill, sectionOf } from '@holdpoint/card/presentation'
import type { Presentation, ResultItem, ResultSection, VerdictSection } from '@holdpoint/card/presentation'
import type { Hold } from '@holdpoint/core'
import { ourLine, theirLines } from './card-line.ts'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'
import type { CardDrawing } from './card-line.ts'
import { showInOneLine } from '../one-line.ts'
import { MESSAGES, presentHold } from './present-hold.ts'
import type { Tone } from '../../terminal/colour.ts'
import { PROGRAM } from '@holdpoint/core/sentence'

/** How much of a long text is shown unless all of it is asked for. */
const ROWS_BEFORE_MORE = 12

/** Empty while there is none. Ends with a newline otherwise. Whatever reads it breaks the lines. */
export function describeOutcome(hold: Hold, program: string): string {
  const drawing = { width: Number.MAX_SAFE_INTEGER, expanded: true, program }
  return outcomeLines(hold, presentHold(hold, 0), drawing)
    .map(({ text }) => `${text}\n`)
    .join('')
}

/** `Approved by ana · via page · …`, the reason and what was changed; empty while it waits. */
export function verdictLines(presentation: Presentation, width: number): readonly CardLine[] {
  const verdict = sectionOf(presentation, 'verdict')
  if (verdict === null) return []
  const { text, about, reason, changes } = verdict
  const nothing = MESSAGES.nothing
  return [
    ...ourLine(about === '' ? text : `${text} · ${about}`, width, VERDICT_TONE[verdict.tone]),
    ...(reason === null ? [] : theirLines(reason, width)),
    ...changes.flatMap(({ path, requested, approved }) =>
      theirLines(`${path}: ${requested ?? nothing} → ${approved ?? nothing}`, width),
    ),
  ]
}

const VERDICT_TONE: { readonly [tone in VerdictSection['tone']]: Tone } = { good: 'good', bad: 'bad', plain: 'plain' }

export function outcomeLines(hold: Hold, presentation: Presentation, drawing: CardDrawing): readonly CardLine[] {
  const { width } = drawing
  const error = sectionOf(presentation, 'error')
  const result = sectionOf(presentation, 'result')
  return [
    ...(error === null ? [] : ourLine(`${MESSAGES.error}: ${error.text}`, width, 'bad')),
    ...(hold.state === 'unknown' ? ourLine(resolveHint(hold, drawing.program ?? PROGRAM), width, 'bad') : []),
    // A line of the terminal goes on in the next: what it says whole is not said again.
    ...(result === null || hold.outcome === null || result.copy === error?.text
      ? []
      : resultLines(result, isCut(hold), drawing)),
  ]
}

function resolveHint({ id }: Hold, program: string): string {
  return `Check at the server whether it happened, then: ${program} resolve ${id} --executed yes|no --note TEXT`
}

function isCut({ outcome }: Hold): boolean {
  return outcome?.kind === 'result' && outcome.truncated
}

function resultLines(section: ResultSection, cut: boolean, drawing: CardDrawing): readonly CardLine[] {
  const { width, expanded } = drawing
  const { heading, about, items, structured } = section
  const more = ourLine(`… ${MESSAGES.showMore}: Enter`, width, 'quiet')
  return [
    ...ourLine(`${heading}${about === '' ? '' : ` ${about}`}${cut ? ' (cut for its size)' : ''}:`, width, 'strong'),
    ...(section.open || expanded ? items.flatMap((item) => itemLines(item, drawing)) : more),
    ...(structured === null || !(section.open || expanded) ? [] : ourLine(`${MESSAGES.structured}:`, width)),
    ...(structured === null || !(section.open || expanded) ? [] : expanded ? theirLines(structured.text, width) : more),
  ]
}

function itemLines(item: ResultItem, drawing: CardDrawing): readonly CardLine[] {
  // What was too long for a label stands below it.
  const whole = drawing.expanded && item.whole !== undefined ? theirLines(item.whole.text, drawing.width) : []
  return [...shownLines(item, drawing), ...whole]
}

function shownLines(item: ResultItem, drawing: CardDrawing): readonly CardLine[] {
  const { width } = drawing
  switch (item.kind) {
    case 'text':
    case 'code':
      return [...(item.label === null ? [] : theirLines(`${item.label}:`, width)), ...textLines(item, drawing)]
    case 'image':
    case 'audio': {
      const size = `${item.media.bytes.toLocaleString('en')} bytes`
      return theirLines(fill(MESSAGES.notDrawn, { type: item.media.type, size }), width)
    }
    case 'link': {
      const about = item.about === '' ? '' : `\n${item.about}`
      return theirLines(`${item.label} · ${showInOneLine(item.address)}${about}`, width)
    }
    case 'note':
      return theirLines(item.text, width)
  }
}

function textLines({ text, long }: ResultItem & { kind: 'text' | 'code' }, drawing: CardDrawing): readonly CardLine[] {
  const { width, expanded } = drawing
  const lines = theirLines(text, width)
  if (!long || expanded || lines.length <= ROWS_BEFORE_MORE + 1) return lines
  return [...lines.slice(0, ROWS_BEFORE_MORE), ...ourLine(`… ${MESSAGES.showMore}: Enter`, width, 'quiet')]
}
