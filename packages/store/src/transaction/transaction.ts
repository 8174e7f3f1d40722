/**
 * What every write shares: audit records that wait are written first, time never runs behind what anybody wrote before,
 * and the chain's end, the high-water mark and the count of changes are carried forward. It is all in one database
 * transaction with the body: if any part fails, nothing of it happened.
 */
import type { Checkpoint, RecordDraft, Sha256 } from '@holdpoint/core'
import { GENESIS_HASH, chainRecord } from '@holdpoint/core'
import type { AuditStatements } from '../audit/audit-statements.ts'
import type { WaitingDraft } from '../audit/spool-line.ts'
import type { SpoolStatements } from '../audit/spool-statements.ts'
import { writeCheckpoint } from '../audit/write-checkpoint.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { StoreStateStatements } from './store-state.ts'

/** After this many records of a chain a checkpoint is due. */
export const CHECKPOINT_EVERY = 1000

export interface TransactionContext {
  readonly state: StoreStateStatements
  readonly audit: AuditStatements
  readonly spools: SpoolStatements
  /** The chain this writer continues. */
  readonly chain: string
  readonly clock: () => number
  readonly sha256: Sha256
  readonly sign: (payload: string) => string
}

export interface Transaction {
  /** Database time: at least the process's clock, at least what anybody wrote before. */
  readonly now: () => number
  readonly append: (draft: RecordDraft) => Script<void>
  /** Appends what waited, with its own times, and marks in the same transaction how far its spool is committed. */
  readonly ingest: (batch: WaitingBatch) => Script<void>
  readonly checkpoint: () => Script<Checkpoint>
  /** Numbers a change of a hold, for `watch`. */
  readonly countHoldChange: () => number
  /** The same for settings and tokens, which are told of without a name. */
  readonly countSettingChange: () => void
}

export interface WaitingBatch {
  /** The spool that the numbers of the drafts belong to; `null` where none has a number. */
  readonly spool: string | null
  readonly drafts: readonly WaitingDraft[]
}

export interface Transacted<Answer> {
  readonly answer: Answer
  readonly at: number
  readonly changed: boolean
  /** Whether a checkpoint covers the last record written here; `null` where none was written. */
  readonly signed: boolean | null
  /** Where the chain ends now; `null` where this transaction did not look. */
  readonly end: ChainPlace | null
}

export interface ChainPlace {
  readonly length: number
  readonly hash: string
}

export function* transact<Answer>(
  context: TransactionContext,
  waiting: WaitingBatch,
  body: (transaction: Transaction) => Script<Answer>,
): Script<Transacted<Answer>> {
  const before = yield* firstRow(context.state.read({}))
  if (before === undefined) throw new Error('The store has lost its state row.')
  let { changes, settings_changed } = before
  let at = Math.max(before.at, before.recorded_at ?? 0)
  let signed: boolean | null = null
  let end: ChainPlace | null = null

  function now(): number {
    at = Math.max(at, Math.trunc(context.clock()))
    return at
  }

  function* append(draft: RecordDraft): Script<void> {
    now()
    yield* appendNow(draft)
  }

  /** Under the time reached so far. */
  function* appendNow(draft: RecordDraft): Script<void> {
    end ??= (yield* firstRow(context.audit.end({}))) ?? { length: 0, hash: GENESIS_HASH }
    const place = { chain: context.chain, sequence: end.length + 1, at, previousHash: end.hash }
    const record = chainRecord(draft, place, context.sha256)
    yield context.audit.insert(record)
    end = { length: record.sequence, hash: record.hash }
    signed = false
    if (record.sequence % CHECKPOINT_EVERY === 0) yield* checkpoint()
  }

  function* checkpoint(): Script<Checkpoint> {
    signed = true
    return yield* writeCheckpoint(context, now())
  }

  function* ingest({ spool, drafts }: WaitingBatch): Script<void> {
    const last = lastSpooled(drafts)
    // A commit whose acknowledgement got lost is tried again; the mark tells that it happened.
    const done =
      spool === null || last === 0 ? 0 : ((yield* firstRow(context.spools.find({ id: spool })))?.sequence ?? 0)
    const latest = Math.trunc(context.clock())
    for (const entry of drafts) {
      if (entry.spooled !== null && entry.spooled <= done) continue
      // A time that lies ahead (the clock was set back, a line was damaged) must not carry everybody's time with it.
      at = Math.max(at, Math.min(entry.at, latest))
      yield* appendNow(entry.draft)
    }
    if (spool !== null && last > done) yield context.spools.put({ id: spool, sequence: last })
  }

  yield* ingest(waiting)
  const answer = yield* body({
    now,
    append,
    ingest,
    checkpoint,
    countHoldChange: () => ++changes,
    countSettingChange: () => {
      settings_changed = ++changes
    },
  })
  // A record carries the time with it. Without one it is kept here, so that what a step was told stays true.
  if (changes !== before.changes || signed === null) yield context.state.write({ at, changes, settings_changed })
  return { answer, at, changed: changes !== before.changes, signed, end }
}

/** Zero where none of them stands in a spool. */
export function lastSpooled(drafts: readonly WaitingDraft[]): number {
  let last = 0
  for (const { spooled } of drafts) last = spooled ?? last
  return last
}
