/**
 * Every write of this process, in the order it was asked for, over one connection. Audit records of one moment share a
 * commit; a change takes the records that wait along in its own transaction. A lock of another process is waited for
 * without stopping the event loop and without reordering, and nothing is decided meanwhile.
 *
 * It refuses to lose a record it accepted: while the disk fails, records stay in a bounded buffer and are tried again. A
 * full buffer refuses new ones.
 */
import type { RecordDraft } from '@holdpoint/core'
import { checkDraft } from '../audit/audit-row.ts'
import type { Script } from '../query/script.ts'
import { runScript } from '../query/script.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { ChainPlace, Transacted, Transaction, TransactionContext } from '../transaction/transaction.ts'
import { transact } from '../transaction/transaction.ts'
import { createChainContinuation } from './chain-continuation.ts'
import type { Connection, Durability } from './connection.ts'
import type { Patience } from './patience.ts'
import { isBusy, toStoreError } from './sqlite-error.ts'

const MOST_WAITING_RECORDS = 10_000
const MOST_RECORDS_PER_COMMIT = 256
/** After this long the event loop gets its turn. */
const SLICE_MS = 8
const RETRY_AFTER_FAILURE_MS = 500
const CROWD = 2

export interface Writer {
  readonly write: <Answer>(body: (transaction: Transaction) => Script<Answer>) => Promise<Answer>
  readonly append: (draft: RecordDraft) => Promise<void>
  /** Waits for everything accepted so far, then writes a last checkpoint where one is due. New work is refused. */
  readonly end: () => Promise<void>
}

export interface WriterOptions {
  readonly file: string
  readonly connection: Connection
  readonly context: TransactionContext
  readonly patience: Patience
  /** How long a commit waits for more records where several come at a time; 0: not at all. */
  readonly gatherMs: number
  readonly onCommit: (committed: Transacted<unknown>) => void
  readonly onProblem: (problem: StoreProblem) => void
}

interface Job {
  readonly body: (transaction: Transaction) => Script<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

interface WaitingRecord {
  readonly draft: RecordDraft
  /** `null` once the caller was told that the record still waits. */
  settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null
  readonly since: number
}

export function createWriter(options: WriterOptions): Writer {
  const { connection, context, file } = options
  const jobs: Job[] = []
  let waiting: WaitingRecord[] = []
  let scheduled: { readonly cancel: () => void } | null = null
  let attempts = 0
  /** The last commit took several records along, so more are on their way: the next one waits for them a moment. */
  let crowded = false
  let failing = false
  let signed = true
  let ended = false
  /** Where the chain ended when this process last looked; another process may have gone on since. */
  let end: ChainPlace | null = null
  let latest = 0
  const chain = createChainContinuation(connection, context, () => Math.max(latest, Math.trunc(context.clock())))

  function schedule(): void {
    if (scheduled !== null) return
    if (crowded && options.gatherMs > 0 && jobs.length === 0) {
      scheduleIn(options.gatherMs, true)
      return
    }
    const immediate = setImmediate(pump)
    scheduled = { cancel: () => clearImmediate(immediate) }
  }

  function scheduleIn(milliseconds: number, keepsProcessAlive: boolean): void {
    scheduled?.cancel()
    const timer = setTimeout(pump, milliseconds)
    if (!keepsProcessAlive) timer.unref()
    scheduled = { cancel: () => clearTimeout(timer) }
  }

  function pump(): void {
    scheduled = null
    const pauseAt = performance.now() + SLICE_MS
    while (jobs.length > 0 || waiting.length > 0) {
      if (!commitNext()) return
      if (performance.now() >= pauseAt) {
        schedule()
        return
      }
    }
  }

  /** Answers whether to go on at once. */
  function commitNext(): boolean {
    const batch = waiting.slice(0, MOST_RECORDS_PER_COMMIT)
    const job = waiting.length > batch.length ? undefined : jobs[0]
    try {
      const continued = job === undefined && end !== null ? chain.continueFrom(end, batch.map(toDraft)) : null
      if (continued !== null) {
        end = { length: continued.length, hash: continued.hash }
        succeed(batch, undefined, { answer: null, at: continued.at, changed: false, signed: false, end })
        return true
      }
      const durability: Durability = job === undefined ? 'normal' : 'full'
      const committed = connection.transaction(durability, () =>
        runScript(transact(context, batch.map(toDraft), job?.body ?? nothing), connection.execute),
      )
      succeed(batch, job, committed)
      return true
    } catch (error) {
      return isBusy(error) ? waitForLock(error) : fail(batch, job, error)
    }
  }

  function succeed(batch: readonly WaitingRecord[], job: Job | undefined, committed: Transacted<unknown>): void {
    attempts = 0
    crowded = batch.length >= CROWD
    end = committed.end ?? end
    latest = Math.max(latest, committed.at)
    signed = committed.signed ?? signed
    waiting = waiting.slice(batch.length)
    for (const record of batch) record.settle?.resolve()
    if (job !== undefined) {
      jobs.shift()
      job.resolve(committed.answer)
    }
    if (failing) options.onProblem({ kind: 'recovered' })
    failing = false
    options.onCommit(committed)
  }

  function waitForLock(error: unknown): boolean {
    const tooOld = performance.now() - options.patience.milliseconds
    while (jobs[0] !== undefined && jobs[0].since <= tooOld) jobs.shift()?.reject(toStoreError(error, file))
    for (const record of waiting) if (record.since <= tooOld) tellRetained(record, error)
    scheduleIn(options.patience.pause(attempts++), true)
    return false
  }

  function fail(batch: readonly WaitingRecord[], job: Job | undefined, error: unknown): boolean {
    const problem = toStoreError(error, file)
    if (job !== undefined) {
      jobs.shift()
      job.reject(problem)
    }
    if (!(problem instanceof StoreUnavailableError)) {
      // A step that threw says nothing about the store. The records that waited go into the next transaction.
      if (job !== undefined) return true
      for (const record of batch) record.settle?.reject(problem)
      waiting = waiting.slice(batch.length)
      return true
    }
    for (const record of batch) tellRetained(record, error)
    if (!failing) options.onProblem({ kind: 'unavailable', error: problem, waiting: waiting.length })
    failing = true
    if (jobs.length > 0) return true
    if (waiting.length > 0) scheduleIn(RETRY_AFTER_FAILURE_MS, false)
    return false
  }

  function tellRetained(record: WaitingRecord, cause: unknown): void {
    const problem = toStoreError(cause, file)
    const hint = problem instanceof StoreUnavailableError ? problem.hint : ''
    const message = `The store ${file} cannot be written; the record is kept in memory until it can.`
    record.settle?.reject(new StoreUnavailableError(message, { hint, cause, retained: true }))
    record.settle = null
  }

  function refuseAfterEnd(): void {
    if (!ended) return
    throw new StoreUnavailableError(`The store ${file} is closed.`, { hint: 'Open it again.' })
  }

  /** After a failure each new request tries at once; while a lock is waited for it takes its place in the queue. */
  function wake(): void {
    if (failing && scheduled !== null) {
      scheduled.cancel()
      scheduled = null
    }
    schedule()
  }

  return {
    async write<Answer>(body: (transaction: Transaction) => Script<Answer>) {
      refuseAfterEnd()
      return await new Promise<Answer>((resolve, reject) => {
        jobs.push({ body, resolve: (answer) => resolve(answer as Answer), reject, since: performance.now() })
        wake()
      })
    },
    // Not `async`: it stands on the way of every call, and each further promise costs a turn.
    append(draft) {
      return new Promise<void>((resolve, reject) => {
        refuseAfterEnd()
        checkDraft(draft)
        if (waiting.length >= MOST_WAITING_RECORDS) {
          throw new StoreUnavailableError(`The store ${file} cannot be written and ${waiting.length} records wait.`, {
            hint: 'Nothing more is accepted until the store works again. The log says what is wrong with it.',
          })
        }
        waiting.push({ draft, settle: { resolve, reject }, since: performance.now() })
        wake()
      })
    },
    async end() {
      ended = true
      if (waiting.length === 0 && jobs.length === 0 && signed) return
      try {
        await new Promise<void>((resolve, reject) => {
          const body = (transaction: Transaction): Script<unknown> => transaction.checkpoint()
          jobs.push({ body, resolve: () => resolve(), reject, since: performance.now() })
          wake()
        })
      } finally {
        scheduled?.cancel()
      }
    },
  }
}

function toDraft(record: WaitingRecord): RecordDraft {
  return record.draft
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the records that wait are the work
function* nothing(): Script<null> {
  return null
}
