/** Rows against their targets: a table for people, JSON for machines. A row without a target only informs. */

export const isMet = ({ failed, measured, target }) => {
  if (failed) return false
  if (target === undefined) return true
  return target.atMost === undefined ? measured >= target.atLeast : measured <= target.atMost
}

const describeTarget = ({ target, unit }) => {
  if (target === undefined) return '–'
  return target.atMost === undefined ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`
}

const number = ({ failed, measured, unit }) => (failed ? 'failed' : `${measured.toFixed(2)} ${unit}`)
const verdict = (row) => (isMet(row) ? (row.target === undefined ? '' : 'met') : 'MISSED')

/** A Markdown table, padded so that it also reads in a terminal. */
export function drawTable(rows) {
  const lines = [
    ['Measurement', 'Target', 'Measured', 'Verdict', 'Detail'],
    ...rows.map((row) => [row.name, describeTarget(row), number(row), verdict(row), row.detail]),
  ]
  const widths = lines[0].map((_cell, column) => Math.max(...lines.map((line) => line[column].length)))
  const draw = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...body] = lines.map(draw)
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n')
}
