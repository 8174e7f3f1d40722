/** The keys, in words. What does not fit the screen can be scrolled to. */
import { breakText } from './break-text.ts'
import { textLine } from './screen-line.ts'
import type { ScreenLine } from './screen-line.ts'

const KEYS = [
  ['j k ↓ ↑', 'move; in an open call, j and k go to the next and the one before'],
  ['Enter', 'open the call; in a decided one, show more or less of it'],
  ['Space PgDn', 'scroll on; PgUp, Home and End as usual'],
  ['a', 'approve this call, once. In the list it only opens the call; the next a asks'],
  ['s', 'approve, and allow the tool in the scope that is named, for this session'],
  ['d', 'decline, with a reason that the agent is told'],
  ['m', 'more: what follows; Esc goes back'],
  ['c', 'cancel: it need not happen'],
  ['e', 'approve with other arguments, written in $VISUAL or $EDITOR'],
  [
    'f',
    'approve, and allow further calls for a while, or so often, or so much: by keys, or w and words such as 30m 5 times where id is 7',
  ],
  ['i', 'details: who asks, where it runs, which rule; again, and they are hidden'],
  ['v', 'show one masked secret of the open call, then the next, then none'],
  ['r', 'decline, and refuse further calls for a while, likewise'],
  ['u', 'take an approval back before the call runs'],
  ['t', 'ask again about a call that is known to have had no effect: a new question, which runs nothing by itself'],
  ['s', 'say what became of a call whose outcome is unknown'],
  ['/', 'only calls with these words in tool, server or arguments'],
  ['g', 'look again now; Ctrl-L draws the screen anew'],
  ['Esc', 'back to the list'],
  ['q Ctrl-C', 'leave'],
] as const

const MORE = [
  "A call can be approved once its end has been on the screen. Then a short random code is shown: typing it approves. With an approver's token in HOLDPOINT_TOKEN, press y instead; for what cannot be undone, Enter, within 5 seconds.",
  'Characters that cannot be seen stand as their code: ⟦U+202E⟧. Lines behind │ and ┊ were written by the agent or the server, never by Holdpoint.',
] as const

const KEYS_COLUMNS = 13
const WIDEST = 78
const LEAST_BESIDE = 20

export function viewHelp(columns: number): readonly ScreenLine[] {
  const width = Math.min(columns, WIDEST)
  const beside = Math.max(LEAST_BESIDE, width - KEYS_COLUMNS)
  return [
    ...KEYS.flatMap(([keys, text]) =>
      breakText(text, beside).map((row, at) => (at === 0 ? keys : '').padEnd(KEYS_COLUMNS) + row),
    ),
    ...MORE.flatMap((text) => ['', ...breakText(text, width)]),
  ].map((text) => textLine(text))
}
