/**
 * The list: what waits, what needs an answer about its outcome, what was decided. A call takes one row, and two where the
 * screen is narrow: how risky it is or how it stands, its title, beside it the tool with its server, its age.
 */
import { showInOneLine } from '@holdpoint/core'
import type { Tone } from '../colour.ts'
import { fitTitles } from '../fit-titles.ts'
import { fitText, textWidth } from '../text-width.ts'
import { standsSince } from './inbox-backend.ts'
import type { InboxContents, InboxRow } from './inbox-backend.ts'
import { databaseNow, listedRows } from './inbox-state.ts'
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
/** `Medium risk`, `dispatching`, `invalidated`. */
const STANDS_CELLS = 11
const AGE_CELLS = 4
const GAP = 2
const MARKER_CELLS = 2
/** Narrower than this, a call takes two rows. */
const ONE_ROW = 76
/** Wide enough for the id besides. */
const WITH_ID = 100
/** Of the room for title and names, where both are too long for it. */
const NAMES_SHARE = 0.36
const LEAST_TITLE = 8

export function viewList(state: InboxState): readonly ListRow[] {
  const { contents, words } = state
  if (contents === null) return [heading('Looking…', 'quiet')]
  const { waiting, unknown, history, more } = contents
  const fitted = fittedTo(contents, state.columns)
  const rows = (listed: readonly InboxRow[]): readonly ListRow[] =>
    listed.flatMap((row) => callRows(row, fitted, state))
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

/** Title and names of each row as they fit beside each other. */
interface FittedRows {
  readonly columns: number
  readonly titleCells: number
  readonly namesCells: number
  readonly titles: ReadonlyMap<InboxRow, string>
  readonly names: ReadonlyMap<InboxRow, string>
}

/** Each key draws the list anew, and the same calls are mostly still in it. */
const drawn = new WeakMap<InboxContents, FittedRows>()

function fittedTo(contents: InboxContents, columns: number): FittedRows {
  const known = drawn.get(contents)
  if (known?.columns === columns) return known
  const rows = listedRows(contents)
  const titles = rows.map(({ title }) => guardText(title))
  const names = rows.map(({ hold }) => namesBeside(hold))
  const { titleCells, namesCells } = shareRoom(columns, widest(titles), widest(names))
  const fitted: FittedRows = {
    columns,
    titleCells,
    namesCells,
    titles: keyed(rows, fitTitles(titles, titleCells)),
    names: keyed(rows, fitTitles(names, namesCells)),
  }
  drawn.set(contents, fitted)
  return fitted
}

/** The title gets what it wants as far as the names keep their share. */
function shareRoom(
  columns: number,
  title: number,
  names: number,
): { readonly titleCells: number; readonly namesCells: number } {
  const before = MARKER_CELLS + STANDS_CELLS + GAP
  const after = GAP + AGE_CELLS
  if (columns < ONE_ROW) {
    const titleCells = Math.max(LEAST_TITLE, columns - before)
    return { titleCells, namesCells: Math.max(1, columns - before - after) }
  }
  const room = columns - before - after - GAP - idCells(columns)
  const share = Math.max(room - title, Math.floor(room * NAMES_SHARE))
  const namesCells = Math.min(names, share)
  return { titleCells: Math.min(title, room - namesCells), namesCells }
}

function callRows(row: InboxRow, fitted: FittedRows, state: InboxState): readonly ListRow[] {
  const { hold, risk, state: stands } = row
  const { columns } = state
  const inverse = hold.id === state.selected
  const said = hold.state === 'pending' ? risk : stands
  const title = fitted.titles.get(row) ?? ''
  const names = fitted.names.get(row) ?? ''
  const age = ageText(databaseNow(state) - standsSince(hold)).padStart(AGE_CELLS)
  const listRow = (...spans: readonly Span[]): ListRow => ({ id: hold.id, line: { spans, inverse } })
  const marker: Span = { text: inverse ? '▸ ' : '  ', tone: 'strong' }
  const how: Span = { text: pad(said.text, STANDS_CELLS + GAP), tone: said.tone }
  if (columns < ONE_ROW) {
    const indent = ' '.repeat(MARKER_CELLS + STANDS_CELLS + GAP)
    const beside: Span = { text: `${indent}${pad(names, fitted.namesCells + GAP)}${age}`, tone: 'quiet' }
    return [listRow(marker, how, { text: title, tone: 'plain' }), listRow(beside)]
  }
  const id: Span = { text: pad(hold.id.slice(0, ID_CELLS), idCells(columns)), tone: 'quiet' }
  const beside = pad(names, fitted.namesCells)
  const taken = MARKER_CELLS + idCells(columns) + STANDS_CELLS + GAP + fitted.titleCells + GAP + fitted.namesCells
  return [
    listRow(
      marker,
      id,
      how,
      { text: pad(title, fitted.titleCells + GAP), tone: 'plain' },
      { text: beside + age.padStart(columns - taken), tone: 'quiet' },
    ),
  ]
}

function idCells(columns: number): number {
  return columns < WITH_ID ? 0 : ID_CELLS + GAP
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), LEAST_TITLE)
}

function keyed(rows: readonly InboxRow[], texts: readonly string[]): ReadonlyMap<InboxRow, string> {
  return new Map(rows.map((row, index) => [row, texts[index] ?? '']))
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
