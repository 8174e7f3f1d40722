/**
 * The record of passing calls, kept off the critical path: appended while the upstream works, committed before the reply
 * leaves. While the store is down, reads go on and their records wait in a bounded buffer; when that is full, nothing
 * passes any more.
 */
import type { RecordDraft, RecordReceipt } from '@holdpoint/core'

/** Where records go. The receipt is told once what became of the record; a problem, while the store is down. */
export type AppendRecord = (record: RecordDraft, receipt: RecordReceipt) => void

export type Commit = 'committed' | 'buffered' | 'refused'

/** A call that goes on once a record is committed, or once waiting for a sick store would hold up reads. */
export interface RecordWaiter {
  recorded(commit: Commit): void
}

export interface AuditTrail {
  /** Settles once committed, or once waiting for a sick store would hold up reads. Never rejects. */
  append(record: RecordDraft): Promise<Commit>
  /** The same without a promise, for the way of every call. The waiter is told once, perhaps at once. */
  appendFor(record: RecordDraft, waiter: RecordWaiter): void
  /** For what may not go on without its record. Answers whether it is committed; waits a moment for a busy store. */
  commit(record: RecordDraft): Promise<boolean>
}

const ON_RECORD_WITHIN_MS = 250
const RETRY_MS = 1000
const INTENT_ON_RECORD_WITHIN_MS = 2000
const BUFFER_LIMIT = 10_000

export function createAuditTrail(appendRecord: AppendRecord, limit: number = BUFFER_LIMIT): AuditTrail {
  const waiting = new WaitingList()
  const backlog: RecordDraft[] = []
  let uncommitted = 0
  let sick = false
  let overdueTimer: NodeJS.Timeout | null = null
  let retry: NodeJS.Timeout | null = null

  function settleOverdue(): void {
    overdueTimer = null
    const tooOld = performance.now() - ON_RECORD_WITHIN_MS
    // In the order they came, so the first has waited longest.
    for (let first = waiting.first(); first !== null && first.since <= tooOld; first = waiting.first()) {
      sick = true
      first.tell('buffered')
    }
    if (waiting.first() !== null) overdueTimer = setTimeout(settleOverdue, ON_RECORD_WITHIN_MS).unref()
  }

  function retryBacklog(): void {
    retry = null
    for (const record of backlog.splice(0)) write(record, null)
  }

  /** On the way of every call: one entry, and nothing more. */
  function write(record: RecordDraft, waiter: RecordWaiter | null): void {
    uncommitted += 1
    const since = waiter === null ? 0 : performance.now()
    appendRecord(record, new Entry(record, waiter, since, waiting, settled))
  }

  function settled(entry: Entry, record: RecordDraft, fate: RecordFate): void {
    uncommitted -= 1
    sick = fate !== 'committed'
    // What the store retained it writes itself, once: appending it again would record one call twice.
    if (fate === 'given-back') {
      backlog.push(record)
      retry ??= setTimeout(retryBacklog, RETRY_MS).unref()
    }
    entry.tell(fate === 'committed' ? 'committed' : 'buffered')
  }

  function isFull(): boolean {
    return uncommitted + backlog.length >= limit
  }

  function appendFor(record: RecordDraft, waiter: RecordWaiter): void {
    if (isFull()) return waiter.recorded('refused')
    if (sick) {
      write(record, null)
      return waiter.recorded('buffered')
    }
    overdueTimer ??= setTimeout(settleOverdue, ON_RECORD_WITHIN_MS).unref()
    write(record, waiter)
  }

  return {
    async commit(record) {
      if (isFull()) return false
      return await new Promise<boolean>((resolve) => {
        setTimeout(resolve, INTENT_ON_RECORD_WITHIN_MS, false).unref()
        uncommitted += 1
        const waiter = { recorded: (commit: Commit) => resolve(commit === 'committed') }
        appendRecord(record, new Entry(record, waiter, 0, null, settled))
      })
    },
    append: (record) => new Promise((resolve) => appendFor(record, { recorded: resolve })),
    appendFor,
  }
}

/** What the store did with it. */
type RecordFate = 'committed' | 'retained' | 'given-back'

/**
 * A record on its way, and who waits for it. It lets go of everything when it has told: an engine that copies what is young
 * finds dead entries through older ones, and would carry on with all that they hold.
 */
class Entry implements RecordReceipt {
  readonly since: number
  #record: RecordDraft | null
  #waiter: RecordWaiter | null
  #list: WaitingList | null
  readonly #settled: (entry: Entry, record: RecordDraft, fate: RecordFate) => void
  previous: Entry | null = null
  next: Entry | null = null

  constructor(
    record: RecordDraft,
    waiter: RecordWaiter | null,
    since: number,
    list: WaitingList | null,
    settled: (entry: Entry, record: RecordDraft, fate: RecordFate) => void,
  ) {
    this.since = since
    this.#record = record
    this.#waiter = waiter
    this.#list = waiter === null ? null : list
    this.#settled = settled
    this.#list?.add(this)
  }

  settled(problem: unknown): void {
    this.#end(problem === null ? 'committed' : 'given-back')
  }

  retained(): void {
    this.#end('retained')
  }

  #end(fate: RecordFate): void {
    const record = this.#record
    this.#record = null
    if (record !== null) this.#settled(this, record, fate)
  }

  tell(commit: Commit): void {
    const waiter = this.#waiter
    this.#waiter = null
    this.#list?.remove(this)
    this.#list = null
    waiter?.recorded(commit)
  }
}

/** Entries in the order they came; each leaves at once, wherever it stands. */
class WaitingList {
  #first: Entry | null = null
  #last: Entry | null = null

  first(): Entry | null {
    return this.#first
  }

  add(entry: Entry): void {
    entry.previous = this.#last
    if (this.#last === null) this.#first = entry
    else this.#last.next = entry
    this.#last = entry
  }

  remove(entry: Entry): void {
    if (entry.previous === null) this.#first = entry.next
    else entry.previous.next = entry.next
    if (entry.next === null) this.#last = entry.previous
    else entry.next.previous = entry.previous
    entry.previous = null
    entry.next = null
  }
}
