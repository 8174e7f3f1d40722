/**
 * Reads SQL on a thread of its own, for statements that take long: whoever waits for another answer meanwhile gets it. It
 * knows nothing of calls and rulings, and whoever started it ends it when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { loadSqlReader } from '@holdpoint/core/sql'

export interface SqlWork {
  readonly id: number
  readonly texts: readonly string[]
}

if (parentPort === null) throw new Error('This runs on a thread of its own.')
const port = parentPort
const reader = await loadSqlReader()
port.on('message', ({ id, texts }: SqlWork) => {
  port.postMessage({ id, readings: texts.map((text) => reader.read(text)) })
})
port.postMessage('ready')
