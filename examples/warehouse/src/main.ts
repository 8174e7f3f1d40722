// The command `holdpoint-warehouse`: reads its arguments, opens the database, serves MCP on stdio.
// It guesses no place for the database: the working directory belongs to the caller, so the file must be named.
// While it serves, stdout carries only MCP; whatever is said to people goes to stderr.

import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openDatabase } from './database.ts'
import { createWarehouseServer } from './server.ts'

const usage = `Usage: holdpoint-warehouse --database FILE

An MCP server on stdio over a small warehouse: products, suppliers, orders, stock, mail.
FILE is created and filled with sample data when it does not exist yet.
`

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'serve'; readonly database: string }
  | { readonly kind: 'misused'; readonly reason: string }

export function main(argv: readonly string[]): void {
  const command = readCommand(argv)
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage)
      return
    case 'misused':
      process.stderr.write(`holdpoint-warehouse: ${command.reason}\n\n${usage}`)
      process.exitCode = 2
      return
    case 'serve':
      serve(command.database)
      return
  }
}

function readCommand(argv: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { database: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help === true) return { kind: 'help' }
    if (values.database === undefined || values.database === '') {
      return { kind: 'misused', reason: 'name the database file with --database FILE' }
    }
    return { kind: 'serve', database: values.database }
  } catch (error) {
    return { kind: 'misused', reason: error instanceof Error ? error.message : String(error) }
  }
}

function serve(file: string): void {
  const opened = openDatabase(file, () => new Date())
  if (opened.kind === 'refused') {
    process.stderr.write(`holdpoint-warehouse: ${opened.reason}\n`)
    process.exitCode = 1
    return
  }
  const { database } = opened
  // Closing folds the write-ahead log back into the one file that the caller named.
  process.once('exit', () => database.connection.close())
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  serveStdio(() => createWarehouseServer(database), {
    onerror: (error) => process.stderr.write(`holdpoint-warehouse: ${error.message}\n`),
  })
}
