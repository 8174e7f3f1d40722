/** The rows at the top. A gate that is off or paused fills whole rows there and stays whatever else is shown. */
import { textWidth } from '../text-width.ts'
import { breakText } from './break-text.ts'
import type { InboxState } from './inbox-state.ts'
import { spanLine, textLine } from './screen-line.ts'
import type { ScreenLine } from './screen-line.ts'

const ALARM = '!!!'
const MOST_ALARM_ROWS = 3

export function viewHeader(state: InboxState): readonly ScreenLine[] {
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
