/** Writes the whole audit log to standard output, a line for each record. */
import { RECORD_COLUMNS, showHiddenCharacters, showLeftoverCharacters, toRecordRow } from '@holdpoint/core'
import type { RecordView } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command, ExitCode } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { reportProblem, usageProblem } from '../problem.ts'
import { readCommandArguments } from '../read-command-arguments.ts'
import { walkAudit } from '../../home/read-audit.ts'
import { toSafeJson } from '../safe-json.ts'
import { withCommands } from '../with-commands.ts'

const USAGE = `holdpoint audit export [--format jsonl|csv]

jsonl (the default) is exact. In csv, cells that a spreadsheet would run as a
formula get an apostrophe in front.

  holdpoint audit export > audit.jsonl
  holdpoint audit export --format csv > audit.csv
`

export const auditExport: Command = {
  name: 'audit export',
  summary: 'the whole audit log as JSONL or CSV',
  usage: USAGE,
  run: exportAudit,
}

async function exportAudit(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const reading = readCommandArguments(args, { values: ['format'], flags: [], positionals: [] })
  if (!reading.ok)
    return reportProblem(context, false, usageProblem(reading.message, 'See: holdpoint audit export --help'))
  if (reading.read.flag('help')) {
    context.output.write(withCommands(USAGE, context))
    return 0
  }
  const format = reading.read.value('format') ?? 'jsonl'
  if (format !== 'jsonl' && format !== 'csv') {
    return reportProblem(
      context,
      false,
      usageProblem(`"${format}" is no format.`, 'Use --format jsonl or --format csv.'),
    )
  }
  const scope = await findReadScope(context)
  if (!scope.ok) return reportProblem(context, false, scope.problem)
  const store = await context.storage.open()
  if (format === 'csv') context.output.write(toCsvLine(RECORD_COLUMNS))
  const print = format === 'csv' ? toCsv : toJsonl
  for await (const batch of walkAudit(store)) {
    const visible = batch.filter(({ tenant }) => scope.tenant === null || tenant === scope.tenant)
    context.output.write(visible.map((record) => print(toRecordRow(record))).join(''))
    await context.output.drained()
    if (context.time.interrupted.aborted) return 1
  }
  return 0
}

function toCsv(row: RecordView): string {
  return toCsvLine(
    RECORD_COLUMNS.map((column) => {
      const cell = row[column]
      // A detail is a sentence of ours: what it quotes is visible already.
      return typeof cell === 'string' && column !== 'detail' ? showHiddenCharacters(cell).text : cell
    }),
  )
}

function toJsonl(row: RecordView): string {
  return `${toSafeJson(row, 0)}\n`
}

/**
 * One line of CSV (RFC 4180). A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, and an agent chooses
 * what stands in some of ours: such cells get an apostrophe in front. What comes should be visible already, and what is
 * not is made so; the faithful form of the log is JSONL.
 */
function toCsvLine(cells: readonly (string | number | null)[]): string {
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
