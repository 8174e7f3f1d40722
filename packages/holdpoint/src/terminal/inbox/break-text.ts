/** Breaks a sentence of ours into rows, between words where it can. Counts too many columns rather than too few. */
import { wrapColumns } from '@holdpoint/core'
import { textWidth } from '../text-width.ts'
import { guardText } from './screen-line.ts'

export function breakText(text: string, columns: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  for (const word of guardText(text).split(' ')) {
    const joined = row === '' ? word : `${row} ${word}`
    if (textWidth(joined) <= columns) {
      row = joined
      continue
    }
    if (row !== '') rows.push(row)
    const pieces = wrapColumns(word, Math.max(1, columns))
    rows.push(...pieces.slice(0, -1))
    row = pieces.at(-1) ?? ''
  }
  return [...rows, row]
}
