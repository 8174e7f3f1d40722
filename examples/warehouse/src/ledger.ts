// Runs a tool and writes down that it ran, in one transaction: the ledger has an entry exactly when the effect is in
// the database, and a refused call leaves its entry and nothing else. A call that cannot be recorded does not happen.

import { messageOf, type Database } from './database.ts'
import type { Reply, Tool } from './tool.ts'

export function runRecorded(database: Database, tool: Tool, args: unknown): Reply {
  const { connection } = database
  connection.exec('BEGIN IMMEDIATE')
  try {
    connection.exec('SAVEPOINT effect')
    const attempt = attemptRun(database, tool, args)
    if (attempt.error !== undefined) rollBackEffect(database)
    database.run(
      'INSERT INTO ledger (at, tool, arguments, ok, error) VALUES (?, ?, ?, ?, ?)',
      database.now(),
      tool.name,
      JSON.stringify(args),
      attempt.error === undefined ? 1 : 0,
      attempt.error ?? null,
    )
    connection.exec('COMMIT')
    return attempt.reply
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

interface Attempt {
  readonly reply: Reply
  readonly error: string | undefined
}

function attemptRun(database: Database, tool: Tool, args: unknown): Attempt {
  try {
    // The server hands over only what the tool's own input schema has accepted.
    const reply = tool.run(database, args as never)
    return { reply, error: reply.kind === 'refused' ? reply.reason : undefined }
  } catch (error) {
    const message = messageOf(error)
    return { reply: { kind: 'refused', reason: message }, error: message }
  }
}

// `INSERT OR ROLLBACK` ends the whole transaction, savepoint included; the entry then needs a new one.
function rollBackEffect({ connection }: Database): void {
  connection.exec(connection.isTransaction ? 'ROLLBACK TO effect' : 'BEGIN IMMEDIATE')
}
