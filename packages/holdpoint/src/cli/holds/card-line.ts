/**
 * The lines of a card as text. Every line fits the width. Text from outside never starts one at the left edge, where
 * our own words stand: it is behind a label, or behind a gutter (`│ ` for each of its lines, `┊ ` where one was broken
 * to fit). Hidden characters were made visible before; one that was forgotten is marked before its line is broken,
 * never after.
 */
import { showLeftoverCharacters, wrapColumns } from '@holdpoint/core'
import type { WrapColumnsOptions } from '@holdpoint/core'
import type { Tone } from '../../terminal/colour.ts'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'

export interface CardDrawing {
  /** In cells. */
  readonly width: number
  /** Whether what the card hides behind "Show more" is shown; the arguments of a question always are. */
  readonly expanded: boolean
  /** Which secret among the arguments is shown; absent or `null`: none. */
  readonly revealed?: number | null
  /** Whether the details are shown; else a line says which key shows them. Absent: they are. */
  readonly details?: boolean
  /** How the person starts this program. Absent: by its name. */
  readonly program?: string
}

export const EMPTY_LINE: CardLine = { text: '', tone: 'plain' }

/** The bar takes two columns on some terminals. */
const GUTTER_COLUMNS = 3
const INDENT = '  '
const TAB = '    '

/** One line that begins with words of ours. */
export function ourLine(text: string, width: number, tone: Tone = 'plain'): readonly CardLine[] {
  const [first = '', ...more] = broken(text.replaceAll('\n', '⟦U+000A⟧'), width, { words: true })
  return [{ text: first, tone }, ...more.map((piece): CardLine => ({ text: `┊ ${piece}`, tone }))]
}

/** Text from outside, line by line. */
export function theirLines(text: string, width: number, tone: Tone = 'plain'): readonly CardLine[] {
  return text.split('\n').flatMap((line) => theirLine(line.replaceAll('\t', TAB), width, tone))
}

function theirLine(line: string, width: number, tone: Tone): readonly CardLine[] {
  return broken(line, width - INDENT.length, { words: false }).map((piece, index): CardLine => ({
    text: `${INDENT}${index === 0 ? '│' : '┊'} ${piece}`,
    tone,
  }))
}

function broken(line: string, width: number, options: WrapColumnsOptions): readonly string[] {
  return wrapColumns(showLeftoverCharacters(line), Math.max(1, width - GUTTER_COLUMNS), options)
}
