/**
 * Every write of this process, one transaction after the other. Records that come meanwhile share the next transaction;
 * a change takes the records that wait along in its own, before its own. A transaction that got in another one's way
 * runs again from its beginning.
 *
 * It refuses to guess: where the connection broke at the commit, the log itself is asked whether the transaction is in
 * it, once no session can still be committing it, and what is not in it runs again. Where the database stays away, the
 * change is refused with words.
 */
import { recordText } from '@holdpoint/core'
import type { RecordDraft, RecordReceipt } from '@holdpoint/core'
import { checkDraft } from '../audit/audit-row.ts'
import { firstRow } from '../query/script.ts'
import type { Script } from '../query/script.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { ChainPlace, Transacted, TransactionContext } from '../transaction/transaction.ts'
import { transact } from '../transaction/transaction.ts'
import { createWaitingChanges } from '../transaction/waiting-changes.ts'
import type { ChangeBody } from '../transaction/waiting-changes.ts'
import { createWaitingRecords } from '../transaction/waiting-records.ts'
import type { WaitingRecord } from '../transaction/waiting-records.ts'
import type { DatabaseClock } from './database-clock.ts'
import { explainProblem, isConflict, isLost } from './postgres-error.ts'
import { runOverSession } from './run-script.ts'
import type { DatabaseSession } from './session.ts'
import { beginOnChain, openWritingSession } from './writing-session.ts'
import type { WritingSession } from './writing-session.ts'

const MOST_RECORDS_PER_COMMIT = 512
const MOST_CONFLICTS = 20
const AGAIN_AFTER_MS = 100
/** A reader of the log waits this long for what waits, while the database does not answer. */
const FLUSH_WITHIN_MS = 1000

export interface PostgresWriterOptions {
  /** For people. */
  readonly store: string
  readonly schema: string
  readonly open: () => Promise<DatabaseSession>
  readonly clock: DatabaseClock
  readonly context: Omit<TransactionContext, 'remembered' | 'chain'>
  readonly retryForMs: number
  readonly onCommit: (committed: Transacted<unknown>) => void
  readonly onProblem: (problem: StoreProblem) => void
}

export interface PostgresWriter {
  readonly write: <Answer>(body: ChangeBody<Answer>) => Promise<Answer>
  readonly append: (draft: RecordDraft) => Promise<void>
  readonly appendFor: (draft: RecordDraft, receipt: RecordReceipt) => void
  readonly flush: () => Promise<void>
  /** Waits for everything accepted so far, then writes a last checkpoint where one is due. New work is refused. */
  readonly end: () => Promise<void>
}

interface PlannedCommit {
  readonly drafts: readonly WaitingRecord[]
  readonly change: ChangeBody<unknown> | null
}

interface DoneCommit extends PlannedCommit {
  readonly chain: string
  readonly committed: Transacted<unknown>
}

export function createPostgresWriter(options: PostgresWriterOptions): PostgresWriter {
  const { clock, store } = options
  const changes = createWaitingChanges()
  const waiting = createWaitingRecords(store, (cause) => explainProblem(cause, store))
  let writing: WritingSession | null = null
  let working: Promise<void> | null = null
  let ended = false
  let failing = false
  let signed = true
  /** A transaction whose commit was not acknowledged. */
  let doubt: DoneCommit | null = null
  /** Where the chain ended after our last transaction, and in which generation. */
  let end: (ChainPlace & { readonly generation: number; readonly chain: string }) | null = null

  async function sessionOf(): Promise<WritingSession> {
    if (writing?.session.isOpen() === true) return writing
    await writing?.close()
    writing = null
    writing = await openWritingSession(options.open, options.schema)
    return writing
  }

  async function attempt(wanted: PlannedCommit): Promise<void> {
    const { session, chain } = await sessionOf()
    const context: TransactionContext = {
      ...options.context,
      chain,
      remembered: () => (end?.chain === chain ? end : null),
    }
    let committed: Transacted<unknown>
    try {
      await clock.read((reading) => session.run(`${beginOnChain(options.schema, chain)}; ${reading}`))
      const script = transact(context, { spool: null, drafts: wanted.drafts }, wanted.change ?? nothing)
      committed = await runOverSession(script, session)
    } catch (error) {
      await session.run('rollback').catch(() => undefined)
      throw error
    }
    try {
      await session.run('commit')
    } catch (error) {
      // Without a record there is nothing to find it by, and nothing that may not be done once more.
      if (isLost(error) && committed.signed !== null) doubt = { ...wanted, chain, committed }
      throw error
    }
    succeed({ ...wanted, chain, committed })
  }

  /** Whoever holds the chain after the broken transaction sees whether it is there: it cannot commit any more. */
  async function settle(doubted: DoneCommit): Promise<void> {
    const { chain, committed } = doubted
    const { session } = await sessionOf()
    await session.run(beginOnChain(options.schema, chain))
    const { length, hash } = committed.end
    const found = await runOverSession(firstRow(options.context.audit.hashAt({ chain, sequence: length })), session)
    await session.run('commit')
    doubt = null
    if (found?.hash === hash) succeed(doubted)
  }

  async function work(): Promise<void> {
    let conflicts = 0
    while (waiting.count() > 0 || changes.count() > 0 || doubt !== null) {
      const drafts = waiting.first(MOST_RECORDS_PER_COMMIT)
      const change = waiting.count() > drafts.length ? null : changes.first()
      try {
        if (doubt === null) await attempt({ drafts, change })
        else await settle(doubt)
        conflicts = 0
      } catch (error) {
        if (isConflict(error) && conflicts++ < MOST_CONFLICTS) continue
        conflicts = 0
        if (isLost(error)) await wait(error)
        else fail(drafts, change !== null, error)
      }
    }
  }

  function succeed({ drafts, change, chain, committed }: DoneCommit): void {
    end = { ...committed.end, generation: committed.log.generation, chain }
    signed = committed.signed ?? signed
    waiting.commit(drafts)
    // Who changed something and listens hears of it before the change is answered.
    options.onCommit(committed)
    if (change !== null && change === changes.first()) changes.resolve(committed.answer)
    recover()
  }

  function recover(): void {
    if (failing) options.onProblem({ kind: 'recovered' })
    failing = false
  }

  /** The database is away. What was asked for is tried again for a while; records are kept until it is back. */
  async function wait(error: unknown): Promise<void> {
    const problem = explainProblem(error, store)
    const tooOld = performance.now() - options.retryForMs
    changes.giveUp(ended ? Number.POSITIVE_INFINITY : tooOld, problem)
    waiting.retain(Number.POSITIVE_INFINITY, error)
    waiting.giveUp(ended ? Number.POSITIVE_INFINITY : performance.now() - FLUSH_WITHIN_MS)
    if (!failing) options.onProblem({ kind: 'unavailable', error: problem, waiting: waiting.count() })
    failing = true
    if (ended && changes.count() === 0) throw error
    await pause(AGAIN_AFTER_MS)
  }

  function fail(drafts: readonly WaitingRecord[], changing: boolean, error: unknown): void {
    const problem = explainProblem(error, store)
    // It says nothing about the records that wait: they come next, without it.
    if (changing) changes.reject(problem)
    else waiting.reject(drafts, problem)
    recover()
  }

  /** After this moment, so that what is asked for at once shares a transaction. */
  function begin(): void {
    if (working !== null) return
    working = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch(() => undefined)
      .finally(() => {
        working = null
        if (!ended && (waiting.count() > 0 || changes.count() > 0)) begin()
      })
  }

  function refuseAfterEnd(): void {
    if (ended) throw new StoreUnavailableError(`The store ${store} is closed.`, { hint: 'Open it again.' })
  }

  async function perform<Answer>(body: ChangeBody<Answer>): Promise<Answer> {
    const performed = changes.add(body)
    begin()
    return await performed
  }

  function appendFor(draft: RecordDraft, receipt: RecordReceipt): void {
    try {
      refuseAfterEnd()
      checkDraft(draft)
      waiting.refuseWhenFull(0)
    } catch (error) {
      return receipt.settled(error)
    }
    const own = { ...draft }
    const at = options.context.time.now()
    waiting.add({ draft: own, text: recordText(own), at, spooled: null, receipt, since: performance.now() })
    begin()
  }

  return {
    async write(body) {
      refuseAfterEnd()
      return await perform(body)
    },
    append: (draft) =>
      new Promise((resolve, reject) => {
        appendFor(draft, { settled: (problem) => (problem === null ? resolve() : reject(problem)), retained: reject })
      }),
    appendFor,
    async flush() {
      if (waiting.count() > 0) begin()
      await waiting.flushed()
    },
    async end() {
      ended = true
      try {
        const due = waiting.count() > 0 || changes.count() > 0 || !signed
        if (due) await perform((transaction) => transaction.checkpoint())
        await working
      } finally {
        await writing?.close()
      }
    },
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the records that wait are the work
function* nothing(): Script<null> {
  return null
}
