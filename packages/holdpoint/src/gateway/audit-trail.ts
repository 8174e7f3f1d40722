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

export function createAuditTrail(appendRecord: AppendRecord, limit: number = BUFFER_LIMIT): AuditTrail {
  const waiting = new Set<(commit: Commit) => void>()
  const backlog: RecordDraft[] = []
  let uncommitted = 0
  let sick = false
  let patience: NodeJS.Timeout | null = null
  let retry: NodeJS.Timeout | null = null

  function settleWaiting(): void {
    patience = null
    if (waiting.size === 0) return
    sick = true
    for (const settle of waiting) settle('buffered')
    waiting.clear()
  }

  function retryBacklog(): void {
    retry = null
    const records = backlog.splice(0)
    for (const record of records) void write(record)
  }

  async function write(record: RecordDraft): Promise<boolean> {
    uncommitted += 1
    try {
      await appendRecord(record)
      sick = false
      return true
    } catch (error) {
      sick = true
      // What the store retained it writes itself, once: appending it again would record one call twice.
      if ((error as { readonly retained?: boolean }).retained !== true) {
        backlog.push(record)
        retry ??= setTimeout(retryBacklog, RETRY_MS).unref()
      }
      return false
    } finally {
      uncommitted -= 1
    }
  }

  return {
    async commit(record) {
      if (uncommitted + backlog.length >= limit) return false
      const inTime = new Promise<boolean>((resolve) => setTimeout(resolve, INTENT_PATIENCE_MS, false).unref())
      return await Promise.race([write(record), inTime])
    },
    append(record) {
      if (uncommitted + backlog.length >= limit) return Promise.resolve('refused')
      const written = write(record)
      if (sick) return Promise.resolve('buffered')
      return new Promise((resolve) => {
        waiting.add(resolve)
        patience ??= setTimeout(settleWaiting, PATIENCE_MS).unref()
        void written.then((committed) => {
          if (!waiting.delete(resolve)) return
          resolve(committed ? 'committed' : 'buffered')
        })
      })
    },
  }
}
