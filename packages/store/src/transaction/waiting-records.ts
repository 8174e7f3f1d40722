/**
 * Audit records that this process accepted and has not committed yet, in the order they came. Those in the spool are
 * acknowledged already; for each other record its caller still waits. A full queue refuses new ones.
 */
import type { RecordReceipt } from '@holdpoint/core'
import type { WaitingDraft } from '../audit/spool-line.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'

const MOST_WAITING = 10_000

export interface WaitingRecord extends WaitingDraft {
  /** From `recordText`. */
  readonly text: string
  /** `null` once the caller has its answer: the record is safe, or it is retained. */
  receipt: RecordReceipt | null
  readonly since: number
}

export interface WaitingRecords {
  readonly count: () => number
  /** `others` are about to join. */
  readonly refuseWhenFull: (others: number) => void
  readonly add: (record: WaitingRecord) => void
  readonly first: (most: number) => readonly WaitingRecord[]
  /** The first ones are in the log. */
  readonly commit: (batch: readonly WaitingRecord[]) => void
  /**
   * The first ones failed for a reason that is not the store's; those in the spool are kept. Answers whether all went.
   */
  readonly reject: (batch: readonly WaitingRecord[], error: unknown) => boolean
  /** Answers callers that appended at or before a moment and still wait: their record is retained. */
  readonly retain: (since: number, cause: unknown) => void
  /** Resolves once what waits now is in the log, or it was given up. */
  readonly flushed: () => Promise<void>
  /** Readers who began to wait at or before a moment go on without what waits. */
  readonly giveUp: (since: number) => void
}

interface Flush {
  readonly upTo: number
  readonly since: number
  readonly resolve: () => void
}

/** `store` names it for people; `explain` says what was wrong with it in words. */
export function createWaitingRecords(store: string, explain: (cause: unknown) => unknown): WaitingRecords {
  let waiting: WaitingRecord[] = []
  let flushes: Flush[] = []
  let gone = 0

  function drop(count: number): void {
    waiting = waiting.slice(count)
    gone += count
    release((flush) => flush.upTo <= gone)
  }

  function release(isDone: (flush: Flush) => boolean): void {
    if (flushes.length === 0) return
    const done = flushes.filter(isDone)
    flushes = flushes.filter((flush) => !done.includes(flush))
    for (const flush of done) flush.resolve()
  }

  return {
    count: () => waiting.length,
    refuseWhenFull(others) {
      if (waiting.length + others < MOST_WAITING) return
      throw new StoreUnavailableError(`The store ${store} cannot be written and ${waiting.length} records wait.`, {
        hint: 'Nothing more is accepted until the store works again. The log says what is wrong with it.',
      })
    },
    add: (record) => void waiting.push(record),
    first: (most) => waiting.slice(0, most),
    commit(batch) {
      drop(batch.length)
      for (const record of batch) record.receipt?.settled(null)
    },
    reject(batch, error) {
      if (batch.some((record) => record.spooled !== null)) return false
      drop(batch.length)
      for (const record of batch) record.receipt?.settled(error)
      return true
    },
    retain(since, cause) {
      const problem = explain(cause)
      const hint = problem instanceof StoreUnavailableError ? problem.hint : ''
      const message = `The store ${store} cannot be written; the record is kept in memory until it can.`
      for (const record of waiting) {
        const { receipt } = record
        if (receipt === null || record.since > since) continue
        record.receipt = null
        receipt.retained(new StoreUnavailableError(message, { hint, cause, retained: true }))
      }
    },
    async flushed() {
      if (waiting.length === 0) return
      await new Promise<void>((resolve) => {
        flushes.push({ upTo: gone + waiting.length, since: performance.now(), resolve })
      })
    },
    giveUp: (since) => release((flush) => flush.since <= since),
  }
}
