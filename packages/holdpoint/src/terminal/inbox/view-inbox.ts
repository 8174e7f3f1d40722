/** The whole screen as rows: header, list or card or help, footer. Pure: the same state gives the same rows. */
import type { Paint } from '../colour.ts'
import type { InboxState } from './inbox-state.ts'
import { paintLine, textLine, spanLine } from './screen-line.ts'
import type { ScreenLine } from './screen-line.ts'
import { viewFooter } from './view-footer.ts'
import { viewHelp } from './view-help.ts'
import { viewList } from './view-list.ts'
import { textWidth } from '../text-width.ts'
import { breakText } from './break-text.ts'

export interface InboxView {
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number } | null
}

/** How many rows are left for the list or the card. */
export function bodyRows(state: InboxState): number {
  const around = viewHeader(state).length + viewFooter(state).lines.length
  return Math.max(0, state.rows - around)
}

export function viewInbox(state: InboxState, paint: Paint): InboxView {
  const footer = viewFooter(state)
  const room = bodyRows(state)
  const body = bodyLines(state).slice(0, room)
  const filled = [...body, ...Array.from({ length: room - body.length }, () => textLine(''))]
  // On a screen too small for everything, what asks and what warns stay; the body gives way first.
  const lines = [...viewHeader(state), ...filled, ...footer.lines]
  const rows = lines.slice(Math.max(0, lines.length - state.rows)).map((line) => paintLine(line, state.columns, paint))
  return { rows, cursor: footer.cursor === null ? null : { row: rows.length - 1, column: footer.cursor } }
}

function bodyLines(state: InboxState): readonly ScreenLine[] {
  const { help, card, listTop } = state
  if (help !== null) return viewHelp(state.columns).slice(help)
  if (card === null) {
    return viewList(state)
      .slice(listTop)
      .map(({ line }) => line)
  }
  return card.lines.slice(card.top).map(({ text, tone }) => textLine(text, tone))
}

/** The rows at the top. A gate that is off or paused fills whole rows there and stays whatever else is shown. */
const ALARM = '!!!'
const MOST_ALARM_ROWS = 3

function viewHeader(state: InboxState): readonly ScreenLine[] {
  const { contents, words, columns } = state
  const counted = contents === null ? 'looking…' : countText(contents.waiting.length, contents.unknown.length)
  const filter = words === '' ? '' : `   only with "${words}" (/ changes it)`
  return [
    spanLine(
      { text: 'Holdpoint inbox', tone: 'strong' },
      { text: `   ${counted}`, tone: (contents?.waiting.length ?? 0) > 0 ? 'caution' : 'plain' },
      { text: filter, tone: 'quiet' },
    ),
    ...(contents?.gate ?? []).flatMap((text) => alarmRows(text, columns)),
    textLine('─'.repeat(columns), 'quiet'),
  ]
}

function countText(waiting: number, unknown: number): string {
  const lost = unknown === 0 ? '' : ` · ${unknown} with an unknown outcome`
  return `${waiting === 0 ? 'nothing waits' : `${waiting} waiting`}${lost}`
}

/** Marks at both ends say it without colours too. */
function alarmRows(text: string, columns: number): readonly ScreenLine[] {
  const room = columns - 2 * (ALARM.length + 1)
  return breakText(text, room)
    .slice(0, MOST_ALARM_ROWS)
    .map((piece) => ({
      spans: [{ text: `${ALARM} ${piece}${' '.repeat(Math.max(0, room - textWidth(piece)))} ${ALARM}`, tone: 'bad' }],
      inverse: true,
    }))
}
