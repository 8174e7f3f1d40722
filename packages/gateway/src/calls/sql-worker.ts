/**
 * Reads SQL on a thread of its own, for statements that take long: whoever waits for another answer meanwhile gets it. It
 * knows nothing of calls and rulings, and whoever started it ends it when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { loadSqlReader } from '@holdpoint/core/sql'
import type { SqlContext } from '@holdpoint/core/sql'

/** One statement, and what is known of the database it is meant for: another engine may read the same text otherwise. */
export interface SqlStatement {
  readonly text: string
  readonly context: SqlContext
}

export interface SqlWork {
  readonly id: number
  readonly statements: readonly SqlStatement[]
}

if (parentPort === null) throw new Error('This runs on a thread of its own.')
const port = parentPort
const reader = await loadSqlReader()
port.on('message', ({ id, statements }: SqlWork) => {
  port.postMessage({ id, readings: statements.map(({ text, context }) => reader.read(text, context)) })
})
port.postMessage('ready')
