/**
 * The record of passing calls, kept off the critical path: appended while the upstream works, committed before the reply
 * leaves. While the store is down, reads go on and their records wait in a bounded buffer; when that is full, nothing
 * passes any more.
 */
import type { RecordDraft } from '@holdpoint/core'

/** Where records go; rejects while the store is down. */
export type AppendRecord = (record: RecordDraft) => Promise<void>

export type Commit = 'committed' | 'buffered' | 'refused'

export interface AuditTrail {
  /** Settles once committed, or once waiting for a sick store would hold up reads. Never rejects. */
  append(record: RecordDraft): Promise<Commit>
  /** For what may not go on without its record. Answers whether it is committed; waits a moment for a busy store. */
  commit(record: RecordDraft): Promise<boolean>
}

const PATIENCE_MS = 250
const RETRY_MS = 1000
const INTENT_PATIENCE_MS = 2000
const BUFFER_LIMIT = 10_000

/** Somebody who waits for a record to be committed. */
interface Waiting {
  readonly since: number
  settle(commit: Commit): void
}

export function createAuditTrail(appendRecord: AppendRecord, limit: number = BUFFER_LIMIT): AuditTrail {
  /** In the order they came, so the first has waited longest. */
  const waiting = new Set<Waiting>()
  const backlog: RecordDraft[] = []
  let uncommitted = 0
  let sick = false
  let patience: NodeJS.Timeout | null = null
  let retry: NodeJS.Timeout | null = null

  function settleTheImpatient(): void {
    patience = null
    const tooOld = performance.now() - PATIENCE_MS
    for (const entry of waiting) {
      if (entry.since > tooOld) continue
      sick = true
      waiting.delete(entry)
      entry.settle('buffered')
    }
    if (waiting.size > 0) patience = setTimeout(settleTheImpatient, PATIENCE_MS).unref()
  }

  function retryBacklog(): void {
    retry = null
    for (const record of backlog.splice(0)) write(record, null)
  }

  /** On the way of every call: one promise of the store's, and nothing more. */
  function write(record: RecordDraft, entry: Waiting | null): void {
    uncommitted += 1
    appendRecord(record).then(
      () => {
        uncommitted -= 1
        sick = false
        finish(entry, 'committed')
      },
      (error: unknown) => {
        uncommitted -= 1
        sick = true
        // What the store retained it writes itself, once: appending it again would record one call twice.
        if ((error as { readonly retained?: boolean }).retained !== true) {
          backlog.push(record)
          retry ??= setTimeout(retryBacklog, RETRY_MS).unref()
        }
        finish(entry, 'buffered')
      },
    )
  }

  function finish(entry: Waiting | null, commit: Commit): void {
    if (entry !== null && waiting.delete(entry)) entry.settle(commit)
  }

  function isFull(): boolean {
    return uncommitted + backlog.length >= limit
  }

  return {
    async commit(record) {
      if (isFull()) return false
      return await new Promise<boolean>((resolve) => {
        setTimeout(resolve, INTENT_PATIENCE_MS, false).unref()
        const entry = { since: Number.POSITIVE_INFINITY, settle: (commit: Commit) => resolve(commit === 'committed') }
        waiting.add(entry)
        write(record, entry)
      })
    },
    append(record) {
      if (isFull()) return Promise.resolve('refused')
      if (sick) {
        write(record, null)
        return Promise.resolve('buffered')
      }
      return new Promise((settle) => {
        const entry = { since: performance.now(), settle }
        waiting.add(entry)
        patience ??= setTimeout(settleTheImpatient, PATIENCE_MS).unref()
        write(record, entry)
      })
    },
  }
}
