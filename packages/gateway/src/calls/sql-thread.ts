/**
 * Statements that take long are read on another thread, one call at a time, the callers in turn. It is started with the first
 * such statement and ended when one takes too long. What is not read in time, or comes while its caller has too much waiting
 * already, is unread: it is treated like a write.
 */
import type { Worker } from 'node:worker_threads'
import { say } from '@holdpoint/core'
import type { CallRulesOptions } from '@holdpoint/core/policy'
import type { SqlReading, SqlStatement } from '@holdpoint/core/sql'
import type { SqlWork } from './sql-worker.ts'

export interface SqlThreadOptions {
  readonly worker: URL
  /** How long one call's statements may take once they are begun. */
  readonly withinMs: number
  /** How long they may wait for their turn. */
  readonly waitMs: number
}

interface Job {
  readonly statements: readonly SqlStatement[]
  readonly answer: (readings: readonly SqlReading[] | null) => void
  readonly tooLate: NodeJS.Timeout
}

const MOST_WAITING = 8
const MOST_CHARACTERS = 200_000
/** The parsers alone take some seconds to load on a busy machine. */
const START_WITHIN_MS = 20_000
const MEMORY_MB = 512

export function createSqlThread(options: SqlThreadOptions): CallRulesOptions['readLongSql'] {
  const waiting = new Map<string, Job[]>()
  let worker: Worker | null = null
  let isReady = false
  let current: { readonly id: number; readonly job: Job; readonly deadline: NodeJS.Timeout } | null = null
  let count = 0

  function start(): Worker {
    // Most processes never read a long statement.
    const threads = process.getBuiltinModule('node:worker_threads')
    const started = new threads.Worker(options.worker, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: {},
      stdout: false,
      stderr: false,
    })
    const starting = setTimeout(() => end(started), START_WITHIN_MS).unref()
    started.unref()
    started.on('message', (message: unknown) => {
      clearTimeout(starting)
      if (started !== worker) return
      isReady = true
      if (message !== 'ready') finish(message as { readonly id: number; readonly readings: readonly SqlReading[] })
      next()
    })
    started.on('error', () => end(started))
    started.on('exit', () => {
      clearTimeout(starting)
      end(started)
    })
    return started
  }

  function finish({ id, readings }: { readonly id: number; readonly readings: readonly SqlReading[] }): void {
    if (current?.id !== id) return
    clearTimeout(current.deadline)
    current.job.answer(readings)
    current = null
  }

  /** What it was reading is unread; what waits gets another. Without one that can be started, all of it is unread. */
  function end(ended: Worker): void {
    if (ended !== worker) return
    const couldStart = isReady
    worker = null
    isReady = false
    void ended.terminate()
    if (current !== null) {
      clearTimeout(current.deadline)
      current.job.answer(null)
      current = null
    }
    if (couldStart) next()
    else for (const job of [...waiting.values()].flat()) job.answer(null)
  }

  function next(): void {
    if (current !== null || waiting.size === 0) return
    worker ??= start()
    if (!isReady) return
    const [requester, jobs] = [...waiting][0] ?? ['', []]
    const job = jobs.shift()
    // The requester that was served stands behind the others again.
    waiting.delete(requester)
    if (jobs.length > 0) waiting.set(requester, jobs)
    if (job === undefined) return next()
    const id = ++count
    const reading = worker
    clearTimeout(job.tooLate)
    current = { id, job, deadline: setTimeout(() => end(reading), options.withinMs) }
    reading.postMessage({ id, statements: job.statements } satisfies SqlWork, [])
  }

  return async (requester, statements) => {
    const readings = await new Promise<readonly SqlReading[] | null>((resolve) => {
      const jobs = waiting.get(requester) ?? []
      const characters = statements.reduce((sum, { text }) => sum + text.length, 0)
      if (jobs.length >= MOST_WAITING || characters > MOST_CHARACTERS) return resolve(null)
      const answer = (found: readonly SqlReading[] | null): void => {
        clearTimeout(job.tooLate)
        const left = waiting.get(requester)?.filter((other) => other !== job) ?? []
        if (left.length === 0) waiting.delete(requester)
        else waiting.set(requester, left)
        resolve(found)
      }
      const job: Job = { statements, answer, tooLate: setTimeout(() => answer(null), options.waitMs) }
      waiting.set(requester, [...jobs, job])
      next()
    })
    const unread: SqlReading = { kind: 'unparsed', why: say('notReadInTime') }
    return statements.map((_, index) => readings?.[index] ?? unread)
  }
}
