/**
 * One row of the screen: pieces of text with a tone. Painting is the last guard before the terminal: whatever control,
 * bidi or zero-width character is still in a piece becomes visible, and a row never exceeds its width.
 */
import { showLeftoverCharacters } from '@holdpoint/core'
import type { Paint, Tone } from '../colour.ts'
import { fitText, textWidth } from '../text-width.ts'

export interface Span {
  readonly text: string
  readonly tone: Tone
}

export interface ScreenLine {
  readonly spans: readonly Span[]
  /** The whole row stands out. */
  readonly inverse: boolean
}

const TAB_COLUMNS = 8

export function textLine(text: string, tone: Tone = 'plain'): ScreenLine {
  return { spans: [{ text, tone }], inverse: false }
}

export function spanLine(...spans: readonly Span[]): ScreenLine {
  return { spans, inverse: false }
}

/** Safe for one row of a terminal, whatever it was before. */
export function guardText(text: string): string {
  const shown = showLeftoverCharacters(text)
  return shown.includes('\n') || shown.includes('\t') ? expand(shown) : shown
}

export function paintLine(line: ScreenLine, columns: number, paint: Paint): string {
  let left = columns
  let painted = ''
  for (const { text, tone } of line.spans) {
    const fitting = fitText(guardText(text), left)
    left -= textWidth(fitting)
    painted += paint(tone, fitting)
    if (left <= 0) break
  }
  return line.inverse ? paint('inverse', painted + ' '.repeat(Math.max(0, left))) : painted
}

/** A tab moves the cursor and leaves what stood there before; a line break would begin a row of its own. */
function expand(text: string): string {
  let expanded = ''
  for (const piece of text.split(/(?<=[\n\t])/)) {
    expanded += piece.replace(/[\n\t]$/, '')
    if (piece.endsWith('\n')) expanded += '⟦U+000A⟧'
    if (piece.endsWith('\t')) expanded += ' '.repeat(TAB_COLUMNS - (textWidth(expanded) % TAB_COLUMNS))
  }
  return expanded
}
