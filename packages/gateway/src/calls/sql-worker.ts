/**
 * Reads SQL on a thread of its own, for statements that take long: other calls are answered meanwhile. It knows
 * nothing of calls and rulings, and the thread that started it ends it when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { loadSqlReader } from '@holdpoint/core/sql'
import type { SqlStatement } from '@holdpoint/core/sql'

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
