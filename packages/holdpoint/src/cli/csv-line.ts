/**
 * One line of CSV (RFC 4180). A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, and an agent chooses what
 * stands in some of ours: such cells get an apostrophe in front. Hidden characters are made visible; the faithful form of
 * the log is JSONL.
 */
import { showHiddenCharacters } from '@holdpoint/core'

export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const visible = showHiddenCharacters(value).text
  // Spreadsheets skip leading white space before they look for a formula; full-width signs count for some.
  const inert = /^\s*[=+\-@＝＋－＠]/.test(visible) || visible.startsWith('\t') ? `'${visible}` : visible
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
