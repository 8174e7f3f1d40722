/**
 * Every write of this process, in the order it was asked for, over one connection. Records of calls that passed are
 * safe in the spool and reach the log in batches; other records of one moment share a commit; a change takes the
 * records that wait along in its own transaction, before its own. A lock of another process is waited for without
 * stopping the event loop and without reordering, and nothing is decided meanwhile.
 *
 * It refuses to lose a record it accepted: while the disk fails, records stay in a bounded buffer and are tried again.
 * A full buffer refuses new ones.
 */
import { recordText } from '@holdpoint/core'
import type { RecordDraft, RecordKind, RecordReceipt } from '@holdpoint/core'
import { checkDraft } from '../audit/audit-row.ts'
import type { Script } from '../query/script.ts'
import { runScript } from '../query/script.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { ChainPlace, LogIdentity, Transacted, TransactionContext } from '../transaction/transaction.ts'
import { transact } from '../transaction/transaction.ts'
import { createChainContinuation } from './chain-continuation.ts'
import type { Connection, Durability } from './connection.ts'
import type { HeadKeeper } from './head-keeper.ts'
import { createWriteSchedule } from './write-schedule.ts'
import type { RetryLimit } from './retry-while-busy.ts'
import type { AppendedRecord, Spool } from './spool.ts'
import { createSpooling } from './spooling.ts'
import type { ReceiptedRecord } from './spooling.ts'
import { isBusy, toStoreError } from './sqlite-error.ts'
import { createWaitingChanges } from '../transaction/waiting-changes.ts'
import type { ChangeBody } from '../transaction/waiting-changes.ts'
import { createWaitingRecords } from '../transaction/waiting-records.ts'
import type { WaitingRecord } from '../transaction/waiting-records.ts'

const MOST_RECORDS_PER_COMMIT = 256
/** How long records in the spool wait for others. */
const SPOOLED_MS = 25
/**
 * So many are committed without waiting for more: what waits longer survives the nursery and costs more than a commit.
 */
const ENOUGH_SPOOLED = 96
const RETRY_AFTER_FAILURE_MS = 500
/** A reader of the log waits this long for a lock, then reads without what waits. */
const FLUSH_WITHIN_MS = 1000
const CROWD = 2
/** What is on the way of every call that passes. Anything else may not go on before it is in the log itself. */
const SPOOLED: ReadonlySet<RecordKind> = new Set<RecordKind>(['call-passed', 'request-relayed'])

export interface Writer {
  readonly write: <Answer>(body: ChangeBody<Answer>) => Promise<Answer>
  readonly append: (draft: RecordDraft) => Promise<void>
  readonly appendFor: (draft: RecordDraft, receipt: RecordReceipt) => void
  readonly flush: () => Promise<void>
  /** Waits for everything accepted so far, then writes a last checkpoint where one is due. New work is refused. */
  readonly end: () => Promise<void>
}

export interface WriterOptions {
  readonly file: string
  readonly connection: Connection
  readonly context: Omit<TransactionContext, 'remembered'>
  readonly spool: Spool
  readonly retryLimit: RetryLimit
  /** How long a commit waits for more records where several come at a time; 0: not at all. */
  readonly gatherMs: number
  readonly head: Pick<HeadKeeper, 'assertKept' | 'advance'>
  readonly onCommit: (committed: Transacted<unknown>) => void
  readonly onProblem: (problem: StoreProblem) => void
}

export function createWriter(options: WriterOptions): Writer {
  const { connection, file, head, spool } = options
  const context: TransactionContext = { ...options.context, remembered }
  const changes = createWaitingChanges()
  const waiting = createWaitingRecords(file, (cause) => toStoreError(cause, file))
  const schedule = createWriteSchedule(() => (changes.count() > 0 || waiting.count() > 0) && commitNext())
  const chain = createChainContinuation(connection, context)
  const spooling = createSpooling({
    spool,
    // Behind one client a callback brings all there is; behind many sockets each brings one request of many.
    afterThisMoment: options.gatherMs > 0 ? setImmediate : process.nextTick,
    spooled: enqueueSpooled,
    unspooled: enqueue,
  })
  let attempts = 0
  /** Several waited for the last commit, so more are on their way: the next one waits for them a moment. */
  let crowded = false
  let failing = false
  let signed = true
  let ended = false
  /** Where the chain ended when this process last looked; another process may have gone on since. */
  let end: ChainPlace | null = null
  let log: LogIdentity = { store: null, generation: 0 }
  let latest = 0

  function remembered(): ReturnType<TransactionContext['remembered']> {
    return end === null ? null : { ...end, generation: log.generation }
  }

  /** Answers whether to go on at once. */
  function commitNext(): boolean {
    const drafts = waiting.first(MOST_RECORDS_PER_COMMIT)
    const change = waiting.count() > drafts.length ? null : changes.first()
    const batch = { spool: spool.id(), drafts }
    try {
      const continued = change === null && end !== null ? chain.continueFrom({ ...end, at: latest }, batch) : null
      if (continued !== null) {
        succeed(drafts, false, { answer: null, at: continued.at, changed: [], signed: false, end: continued, log })
        return true
      }
      const durability: Durability = change === null ? 'normal' : 'full'
      const committed = connection.transaction(durability, () =>
        runScript(transact(context, batch, change ?? nothing), connection.execute),
      )
      succeed(drafts, change !== null, committed)
      return true
    } catch (error) {
      return isBusy(error) ? waitForLock(error) : fail(drafts, change !== null, error)
    }
  }

  function succeed(batch: readonly WaitingRecord[], changed: boolean, committed: Transacted<unknown>): void {
    attempts = 0
    crowded = batch.filter(({ spooled }) => spooled === null).length >= CROWD
    end = committed.end
    log = committed.log
    latest = committed.at
    signed = committed.signed ?? signed
    // The head comes before the callers' answers. No caller waits for records that are in the spool.
    head.advance(committed, changed || batch.some(({ spooled }) => spooled === null))
    waiting.commit(batch)
    if (waiting.count() === 0) spool.settle()
    if (changed) changes.resolve(committed.answer)
    if (failing) options.onProblem({ kind: 'recovered' })
    failing = false
    options.onCommit(committed)
  }

  function waitForLock(error: unknown): boolean {
    const now = performance.now()
    const tooOld = now - options.retryLimit.milliseconds
    changes.giveUp(tooOld, toStoreError(error, file))
    waiting.retain(tooOld, error)
    waiting.giveUp(now - FLUSH_WITHIN_MS)
    schedule.after(options.retryLimit.delay(attempts++), 'fixed')
    return false
  }

  function fail(batch: readonly WaitingRecord[], changing: boolean, error: unknown): boolean {
    const problem = toStoreError(error, file)
    if (changing) changes.reject(problem)
    if (!(problem instanceof StoreUnavailableError)) {
      // A step that threw says nothing about the store. The records that waited go into the next transaction.
      if (changing || waiting.reject(batch, problem)) return true
    }
    waiting.retain(Number.POSITIVE_INFINITY, error)
    waiting.giveUp(Number.POSITIVE_INFINITY)
    if (!failing) options.onProblem({ kind: 'unavailable', error: problem, waiting: waiting.count() })
    failing = true
    if (changes.count() > 0) return true
    if (waiting.count() > 0) schedule.after(RETRY_AFTER_FAILURE_MS, 'retry')
    return false
  }

  function refuseAfterEnd(): void {
    if (!ended) return
    throw new StoreUnavailableError(`The store ${file} is closed.`, { hint: 'Open it again.' })
  }

  /** Spooled records, whose callers have their answer, wait for others to share the commit. */
  function enqueueSpooled({ draft, text, at }: AppendedRecord, spooled: number): void {
    waiting.add({ draft, text, at, spooled, receipt: null, since: 0 })
    if (waiting.count() % ENOUGH_SPOOLED === 0) schedule.soon()
    else schedule.unlessPlanned(SPOOLED_MS)
  }

  function enqueue({ draft, text, at, receipt }: ReceiptedRecord): void {
    waiting.add({ draft, text, at, spooled: null, receipt, since: performance.now() })
    if (crowded && options.gatherMs > 0 && changes.count() === 0) schedule.within(options.gatherMs)
    else schedule.soon()
  }

  async function perform<Answer>(body: ChangeBody<Answer>): Promise<Answer> {
    const performed = changes.add(body)
    schedule.soon()
    return await performed
  }

  function appendFor(draft: RecordDraft, receipt: RecordReceipt): void {
    const isSpooled = SPOOLED.has(draft.kind)
    try {
      refuseAfterEnd()
      checkDraft(draft)
      waiting.refuseWhenFull(spooling.count())
      if (!isSpooled) head.assertKept()
    } catch (error) {
      return receipt.settled(error)
    }
    const record = { draft, text: recordText(draft), at: context.time.now(), receipt }
    if (isSpooled) return spooling.add(record)
    spooling.writeNow()
    enqueue(record)
  }

  return {
    async write(body) {
      refuseAfterEnd()
      head.assertKept()
      spooling.writeNow()
      return await perform(body)
    },
    append: (draft) =>
      new Promise((resolve, reject) => {
        appendFor(draft, { settled: (problem) => (problem === null ? resolve() : reject(problem)), retained: reject })
      }),
    appendFor,
    async flush() {
      spooling.writeNow()
      const flushed = waiting.flushed()
      if (waiting.count() > 0) schedule.soon()
      await flushed
    },
    async end() {
      spooling.writeNow()
      ended = true
      try {
        const due = waiting.count() > 0 || changes.count() > 0 || !signed
        if (due) await perform((transaction) => transaction.checkpoint())
      } finally {
        schedule.stop()
        spool.end(waiting.count() === 0)
      }
    },
  }
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the records that wait are the work
function* nothing(): Script<null> {
  return null
}
