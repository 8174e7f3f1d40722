/**
 * One line of CSV (RFC 4180). A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, and an agent chooses what
 * stands in some of ours: such cells get an apostrophe in front. What comes should be visible already, and what is not is
 * made so; the faithful form of the log is JSONL.
 */
import { showLeftoverCharacters } from '@holdpoint/core'

export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const visible = showLeftoverCharacters(value)
  // Spreadsheets skip leading white space before they look for a formula; full-width signs count for some.
  const inert = /^\s*[=+\-@＝＋－＠]/.test(visible) || visible.startsWith('\t') ? `'${visible}` : visible
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
