/** The table of the forty calls, for a terminal and for docs/real-servers.md. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LINES } from './client.mjs'
import { SERVERS, versionOf } from './servers.mjs'

const FORMATTER = path.join(import.meta.dirname, '../node_modules/oxfmt/bin/oxfmt')
const PAGE = path.join(import.meta.dirname, '../docs/real-servers.md')
const START = '<!-- calls -->'
const END = '<!-- end of calls -->'
const ANSWERS = { passes: 'passes', yes: 'yes, in the form', no: 'no, in the form', page: 'yes, beside the client' }

const rowOf = ({ call, title, effect, runs }) => [
  call.server,
  LINES[call.line],
  call.tool,
  title ?? '',
  effect ?? '',
  ANSWERS[call.answer],
  String(runs),
]
const HEAD = ['Server', 'Client', 'Tool', 'What is asked', 'What it does', 'Answer', 'Runs']

export function printTable(rows) {
  const table = [HEAD, ...rows.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.min(62, Math.max(...table.map((row) => row[column].length))))
  for (const row of table) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

/** Between its two marks; the words around them stay. */
export function writePage(rows, { site }) {
  const port = new URL(site).host
  const cells = (row) =>
    `| ${row.map((cell) => cell.replaceAll(port, 'localhost:8080').replaceAll('|', '\\|')).join(' | ')} |`
  const table = [cells(HEAD), cells(HEAD.map(() => '---')), ...rows.map((row) => cells(rowOf(row)))]
  const servers = Object.entries(SERVERS).map(([name, one]) => `- **${name}**: \`${one.package}\` ${versionOf(one)}`)
  const page = readFileSync(PAGE, 'utf8')
  const [before] = page.split(START)
  const [, after] = page.split(END)
  writeFileSync(PAGE, `${before}${START}\n\n${servers.join('\n')}\n\n${table.join('\n')}\n\n${END}${after}`)
  execFileSync(process.execPath, [FORMATTER, PAGE], { stdio: 'ignore' })
}
