/** The list: what waits, what needs an answer about its outcome, what was decided. One row per call, cut to fit. */
import { showInOneLine } from '@holdpoint/core'
import type { Tone } from '../colour.ts'
import { fitText, textWidth } from '../text-width.ts'
import { standsSince } from './inbox-backend.ts'
import type { InboxContents, InboxRow } from './inbox-backend.ts'
import { databaseNow } from './inbox-state.ts'
import type { InboxState } from './inbox-state.ts'
import { isOnlyDeclined, ONLY_DECLINED_HERE } from './offered.ts'
import { guardText, textLine } from './screen-line.ts'
import type { ScreenLine, Span } from './screen-line.ts'

/** `id`: the hold of the row; `null` for headings. */
export interface ListRow {
  readonly id: string | null
  readonly line: ScreenLine
}

const ID_CELLS = 8
const RISK_CELLS = 11
const STATE_CELLS = 11
const AGE_CELLS = 4
/** Narrower than this, the id and the state are left out. */
const ROOMY = 64
/** Wide enough for the tool and the server beside the title. */
const WIDE = 96
/** Of the room for both: what is left of it belongs to the title. */
const NAMES_SHARE = 0.4

export function viewList(state: InboxState): readonly ListRow[] {
  const { contents, words } = state
  if (contents === null) return [heading('Looking…', 'quiet')]
  const { waiting, unknown, history, more } = contents
  const rows = (listed: readonly InboxRow[]): readonly ListRow[] => listed.map((row) => holdRow(row, state))
  const nothing =
    words === '' ? 'Nothing waits. New calls appear here by themselves.' : `Nothing waits with "${words}".`
  return [
    ...(waiting.length === 0 ? [heading(nothing, 'quiet')] : waitingHeadings(contents)),
    ...rows(waiting),
    ...(unknown.length === 0
      ? []
      : [heading(''), heading(`Sent, outcome unknown: say what happened (${unknown.length})`, 'bad')]),
    ...rows(unknown),
    ...(history.length === 0 ? [] : [heading(''), heading('Decided', 'strong')]),
    ...rows(history),
    ...(more ? [heading('More than these: / filters, the command list --limit N lists.', 'quiet')] : []),
  ]
}

/** Where the person here can approve none of the calls, the heading does not say that they wait for them. */
function waitingHeadings(contents: InboxContents): readonly ListRow[] {
  const { length } = contents.waiting
  if (!isOnlyDeclined(contents)) return [heading(`Waiting for you (${length})`, 'strong')]
  return [heading(`Waiting (${length})`, 'strong'), heading(ONLY_DECLINED_HERE, 'caution')]
}

/** `12s`, `5m`, `3h`, `2d`. */
export function ageText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`
}

function holdRow({ hold, title, risk, state: stands }: InboxRow, state: InboxState): ListRow {
  const chosen = hold.id === state.selected
  const roomy = state.columns >= ROOMY
  const age = ageText(databaseNow(state) - standsSince(hold))
  const before: readonly Span[] = [
    { text: chosen ? '▸ ' : '  ', tone: 'strong' },
    ...(roomy ? [{ text: pad(hold.id.slice(0, ID_CELLS), ID_CELLS + 2), tone: 'quiet' } as const] : []),
    { text: pad(risk.text, RISK_CELLS + 2), tone: risk.tone },
  ]
  const after: readonly Span[] = [
    ...(roomy ? [{ text: `  ${pad(stands.text, STATE_CELLS)}`, tone: stands.tone }] : []),
    { text: age.padStart(AGE_CELLS + 2), tone: 'quiet' },
  ]
  const taken = [...before, ...after].reduce((sum, { text }) => sum + textWidth(text), 0)
  const room = Math.max(8, state.columns - taken)
  const names = state.columns < WIDE ? '' : `  ${fitText(namesBeside(hold), Math.floor(room * NAMES_SHARE))}`
  const said: readonly Span[] = [
    { text: pad(guardText(title), room - textWidth(names)), tone: 'plain' },
    ...(names === '' ? [] : [{ text: names, tone: 'quiet' } as const]),
  ]
  return { id: hold.id, line: { spans: [...before, ...said, ...after], inverse: chosen } }
}

/** The real names stand beside the title, so that a title never hides what runs. */
export function namesBeside({ call }: InboxRow['hold']): string {
  return guardText(showInOneLine(`${call.tool} · ${call.server.name}`))
}

function heading(text: string, tone: Tone = 'plain'): ListRow {
  return { id: null, line: textLine(text, tone) }
}

function pad(text: string, cells: number): string {
  const fitting = fitText(text, cells)
  return fitting + ' '.repeat(Math.max(0, cells - textWidth(fitting)))
}
