/**
 * What every write shares: whether the database is still the one this process knows and the clock still right is looked
 * at first, then the audit records that wait are written, time never runs behind an earlier write, and the chain's end,
 * the high-water mark and the count of changes are carried forward. It is all in one database transaction with the
 * body: if any part fails, nothing of it happened.
 */
import type { Checkpoint, RecordDraft, Sha256 } from '@holdpoint/core'
import { GENESIS_HASH, chainRecord, say } from '@holdpoint/core'
import type { AuditStatements } from '../audit/audit-statements.ts'
import type { WaitingDraft } from '../audit/spool-line.ts'
import type { SpoolStatements } from '../audit/spool-statements.ts'
import { writeCheckpoint } from '../audit/write-checkpoint.ts'
import type { Query } from '../query/query.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Notices } from '../continuity/notices.ts'
import type { StoreStateStatements } from './store-state.ts'
import type { StoreTime } from './store-time.ts'

/** After this many records of a chain a checkpoint is due. */
export const CHECKPOINT_EVERY = 1000

export interface TransactionContext {
  readonly state: StoreStateStatements
  readonly audit: AuditStatements
  /** `null`: this store has no spools. */
  readonly spools: Pick<SpoolStatements, 'find' | 'put'> | null
  /** Locks a name for the rest of the transaction; `null`: there is one transaction at a time. */
  readonly lock: ((name: string) => Query) | null
  /** The chain this writer continues. */
  readonly chain: string
  readonly time: StoreTime
  readonly notices: Pick<Notices, 'restored' | 'clockBehind'>
  /** Where the chain ended when this process last looked: what was once read there must still be there. */
  readonly remembered: () => (ChainPlace & { readonly generation: number }) | null
  readonly sha256: Sha256
  readonly sign: (payload: string) => string
}

export interface Transaction {
  /** Database time: at least the process's clock, at least the time of the latest write. */
  readonly now: () => number
  readonly append: (draft: RecordDraft) => Script<void>
  /** Appends what waited, with its own times, and marks in the same transaction how far its spool is committed. */
  readonly ingest: (batch: WaitingBatch) => Script<void>
  readonly checkpoint: () => Script<Checkpoint>
  /** Which log this is, and how it ends so far. */
  readonly log: () => LogIdentity & ChainPlace
  /** Names the log, or says that what follows no longer continues what was there before. */
  readonly rename: (identity: LogIdentity) => void
  /** From here on the machine's clock counts again. Answers by how much time went back. */
  readonly acceptClock: () => number
  /** Numbers a change of a hold, for `watch`. */
  readonly countHoldChange: (hold: string) => number
  /** The same for settings and tokens, which listeners receive without a name. */
  readonly countSettingChange: () => void
  /**
   * Until this transaction ends, no other one that locks the same goes on: for what is decided by looking at more than
   * one row, or at one that is not there yet.
   */
  readonly lock: (what: LockedThing, name: string) => Script<void>
}

export type LockedThing = 'key' | 'room' | 'setting' | 'lease' | 'feedback' | 'deliveries' | 'notices'

export interface LogIdentity {
  readonly store: string | null
  readonly generation: number
}

export interface WaitingBatch {
  /** The spool that the numbers of the drafts belong to; `null` where none has a number. */
  readonly spool: string | null
  readonly drafts: readonly WaitingDraft[]
}

export interface Transacted<Answer> {
  readonly answer: Answer
  readonly at: number
  /** Holds that changed, in order; `null` for settings and tokens. */
  readonly changed: readonly (string | null)[]
  /** Whether a checkpoint covers the last record written here; `null` where none was written. */
  readonly signed: boolean | null
  /** Where the chain ends now. */
  readonly end: ChainPlace
  readonly log: LogIdentity
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
  let { changes, settings_changed, store, generation, clock_epoch } = before
  let at = Math.max(before.at, before.recorded_at ?? 0)
  let signed: boolean | null = null
  const changed: (string | null)[] = []
  const found: ChainPlace = (yield* firstRow(context.audit.end({ chain: context.chain }))) ?? {
    length: 0,
    hash: GENESIS_HASH,
  }
  let end = found
  context.time.follow(at, clock_epoch)

  function now(): number {
    at = Math.max(at, context.time.now())
    return at
  }

  function* append(draft: RecordDraft): Script<void> {
    now()
    yield* appendNow(draft)
  }

  /** Under the time reached so far. */
  function* appendNow(draft: RecordDraft): Script<void> {
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
    const { spools } = context
    // A commit whose acknowledgement got lost is tried again; the mark tells that it happened.
    const done =
      spools === null || spool === null || last === 0
        ? 0
        : ((yield* firstRow(spools.find({ id: spool })))?.sequence ?? 0)
    const latest = context.time.now()
    for (const entry of drafts) {
      if (entry.spooled !== null && entry.spooled <= done) continue
      // A time that lies ahead (the clock was set back, a line was damaged) must not move the store's time forward.
      at = Math.max(at, Math.min(entry.at, latest))
      yield* appendNow(entry.draft)
    }
    if (spools !== null && spool !== null && last > done) yield spools.put({ id: spool, sequence: last })
  }

  const transaction: Transaction = {
    now,
    append,
    ingest,
    checkpoint,
    log: () => ({ store, generation, ...end }),
    rename(identity) {
      ;({ store, generation } = identity)
    },
    acceptClock() {
      const machine = context.time.machine()
      const back = now() - machine
      clock_epoch += 1
      at = machine
      context.time.follow(at, clock_epoch)
      return back
    },
    countHoldChange(hold) {
      changed.push(hold)
      return ++changes
    },
    countSettingChange() {
      changed.push(null)
      settings_changed = ++changes
    },
    *lock(what, name) {
      if (context.lock !== null) yield context.lock(JSON.stringify([what, name]))
    },
  }
  const behindMs = context.time.behindMs()
  if (behindMs > 0) {
    const words = { seconds: Math.round(behindMs / 1000), when: new Date(at).toISOString() }
    yield* context.notices.clockBehind(transaction, behindMs, say('clockBehind', words))
  }
  // In a later generation another process has noticed it before.
  const setBack = generation > (context.remembered()?.generation ?? 0) ? null : yield* whyNotRemembered(context, found)
  if (setBack !== null) {
    generation = Math.max(generation, context.remembered()?.generation ?? 0) + 1
    yield* context.notices.restored(transaction, setBack)
  }
  yield* ingest(waiting)
  const answer = yield* body(transaction)
  const after = { at, changes, settings_changed, store, generation, clock_epoch }
  for (const query of context.state.carry({ before, after, changed, recorded: signed !== null })) yield query
  return { answer, at, changed, signed, end, log: { store, generation } }
}

/** A file may be written over while it is open; what this process read before is then gone or another. */
function* whyNotRemembered(context: TransactionContext, found: ChainPlace): Script<string | null> {
  const remembered = context.remembered()
  if (remembered === null || remembered.length === 0) return null
  const words = { when: new Date(context.time.now()).toISOString(), source: say('byHead'), n: remembered.length }
  if (found.length < remembered.length) return say('logBehind', { ...words, found: found.length })
  const hash =
    found.length === remembered.length
      ? found.hash
      : (yield* firstRow(context.audit.hashAt({ chain: context.chain, sequence: remembered.length })))?.hash
  return hash === remembered.hash ? null : say('logRewritten', words)
}

/** Zero where none of them stands in a spool. */
export function lastSpooled(drafts: readonly WaitingDraft[]): number {
  let last = 0
  for (const { spooled } of drafts) last = spooled ?? last
  return last
}
