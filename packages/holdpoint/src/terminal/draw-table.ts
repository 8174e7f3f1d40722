/**
 * Draws rows in columns that fit a width. Fixed columns keep what they need; the flexible ones share what is left and
 * are cut there. It refuses to make text safe: cells come without line breaks or control characters.
 */
import type { Paint, Tone } from './colour.ts'
import { fitText, textWidth } from './text-width.ts'

export interface TableColumn {
  readonly title: string
  readonly flexible: boolean
  /** Shortens all of its texts to a width; else each loses its end. */
  readonly fit?: (texts: readonly string[], width: number) => readonly string[]
}

export interface TableCell {
  readonly text: string
  readonly tone: Tone
}

const GAP = 2
const NARROWEST = 4

export function drawTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  width: number,
  paint: Paint,
): string {
  const widths = fitColumns(columns, rows, width)
  const titles = columns.map(({ title }): TableCell => ({ text: title, tone: 'quiet' }))
  const fitted = columns.map(({ fit }, index) => {
    const texts = rows.map((cells) => cells[index]?.text ?? '')
    return fit === undefined ? texts : fit(texts, widths[index] ?? 0)
  })
  const shown = rows.map((cells, row) => cells.map((cell, index) => ({ ...cell, text: fitted[index]?.[row] ?? '' })))
  return [titles, ...shown].map((cells) => `${drawRow(cells, widths, paint)}\n`).join('')
}

function drawRow(cells: readonly TableCell[], widths: readonly number[], paint: Paint): string {
  const last = cells.length - 1
  return cells
    .map(({ text, tone }, index) => {
      const shown = fitText(text, widths[index] ?? 0)
      const padding = index === last ? '' : ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(shown) + GAP))
      return paint(tone, shown) + padding
    })
    .join('')
}

function fitColumns(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  width: number,
): readonly number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...rows.map((cells) => textWidth(cells[index]?.text ?? ''))),
  )
  const gaps = GAP * Math.max(0, columns.length - 1)
  const excess = (): number => widths.reduce((sum, each) => sum + each, gaps) - width
  shrink(widths, (index) => columns[index]?.flexible === true, excess)
  // A terminal too narrow for the fixed columns: better a cut column than lines that wrap into each other.
  shrink(widths, () => true, excess)
  return widths
}

/** Takes from the widest that may give, until it fits or nothing can give. */
function shrink(widths: number[], mayGive: (index: number) => boolean, excess: () => number): void {
  while (excess() > 0) {
    const giving = widths.map((each, index) => (mayGive(index) && each > NARROWEST ? each : 0))
    const widest = Math.max(...giving)
    if (widest === 0) return
    const index = giving.indexOf(widest)
    // Down to the next widest, and cell by cell among equals, so that they end up sharing what there is.
    const second = Math.max(NARROWEST, ...giving.filter((_, other) => other !== index))
    widths[index] = widest - Math.max(1, Math.min(excess(), widest - second))
  }
}
