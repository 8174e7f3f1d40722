/**
 * The Store port in the memory of one process: for embedding the gateway, for tests, for trying things out. It runs the
 * same scripts as every other store, so it is safe in the same ways; nothing of it survives the process, and no other
 * process sees it. It does not grow for ever: what has ended is dropped beyond a limit, oldest first (`MemoryLimits`).
 *
 * It refuses to drop anything that still counts: open holds, holds whose outcome is unknown, grants and tokens in
 * force, settings, and records behind the last checkpoint that keeps the log verifiable.
 */
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import type { RecordDraft, RecordReceipt, SignedHead, Store } from '@holdpoint/core'
import { GENESIS_HASH, headPayload } from '@holdpoint/core'
import { createAuditLog } from '../audit/audit-log.ts'
import { checkDraft } from '../audit/audit-row.ts'
import type { WaitingDraft } from '../audit/spool-line.ts'
import { createNotices } from '../continuity/notices.ts'
import { createDeliveryStore } from '../deliveries/delivery-store.ts'
import { createFeedbackStore } from '../feedback/feedback-store.ts'
import { createGrantStore } from '../grants/grant-store.ts'
import { createHoldStore } from '../holds/hold-store.ts'
import { createLeaseStore } from '../leases/lease-store.ts'
import type { Script } from '../query/script.ts'
import { runScript } from '../query/script.ts'
import { createSettingStore } from '../settings/setting-store.ts'
import { sha256 } from '../sha256.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import { createTokenStore } from '../tokens/token-store.ts'
import { createChangeListeners } from '../transaction/change-listeners.ts'
import type { Executor } from '../transaction/executor.ts'
import { readChanges } from '../transaction/read-changes.ts'
import { createStoreTime } from '../transaction/store-time.ts'
import type { Transaction, TransactionContext } from '../transaction/transaction.ts'
import { transact } from '../transaction/transaction.ts'
import { createMemoryTables } from './memory-tables.ts'
import type { MemoryLimits } from './memory-tables.ts'
import { runMemoryQuery } from './memory-query.ts'

export interface MemoryStoreOptions {
  /** The machine's clock by default. */
  readonly now?: () => number
  readonly randomId?: () => string
  /** Signs checkpoints and heads. Without one, a key that only this store has: then only this store can verify them. */
  readonly checkpointKey?: Uint8Array | string
  readonly limits?: Partial<MemoryLimits>
  readonly onProblem?: (problem: StoreProblem) => void
}

const CHAIN = 'main'
const KEY_BYTES = 32

export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const onProblem = options.onProblem ?? (() => undefined)
  const key = createSecretKey(Buffer.from(options.checkpointKey ?? randomBytes(KEY_BYTES)))
  const tables = createMemoryTables((options.randomId ?? randomUUID)(), options.limits)
  const { statements } = tables
  const time = createStoreTime(options.now ?? Date.now)
  const notices = createNotices(statements, (what) => onProblem({ kind: 'noticed', what }))
  const listeners = createChangeListeners(
    {
      latest: () => tables.state().changes,
      read: (after) => runScript(readChanges(statements, after), runMemoryQuery),
    },
    () => () => undefined,
    onProblem,
  )
  const context: TransactionContext = {
    ...statements,
    spools: null,
    lock: null,
    chain: CHAIN,
    time,
    notices,
    remembered: () => null,
    sha256,
    sign: (payload) => createHmac('sha256', key).update(payload).digest('hex'),
  }
  let closed = false
  let latestHead: SignedHead | null = null

  function refuseAfterClose(): void {
    if (closed) throw new StoreUnavailableError('The store in memory is closed.', { hint: 'Make another one.' })
  }

  function commit<Answer>(drafts: readonly WaitingDraft[], body: (transaction: Transaction) => Script<Answer>): Answer {
    const committed = tables.transaction(() =>
      runScript(transact(context, { spool: null, drafts }, body), runMemoryQuery),
    )
    if (committed.changed.length > 0) listeners.look()
    tables.dropEnded(time.now())
    return committed.answer
  }

  /**
   * Each begins in a turn of its own, in the order they were asked for: a step that writes does not run inside another.
   */
  async function write<Answer>(body: (transaction: Transaction) => Script<Answer>): Promise<Answer> {
    refuseAfterClose()
    await ownTurn()
    return commit([], body)
  }

  async function append(draft: RecordDraft): Promise<void> {
    refuseAfterClose()
    checkDraft(draft)
    const waiting = { draft: { ...draft }, at: time.now(), spooled: null }
    await ownTurn()
    commit([waiting], nothing)
  }

  function appendFor(draft: RecordDraft, receipt: RecordReceipt): void {
    append(draft).then(
      () => receipt.settled(null),
      (error: unknown) => receipt.settled(error),
    )
  }

  async function read<Answer>(script: () => Script<Answer>): Promise<Answer> {
    refuseAfterClose()
    return runScript(script(), runMemoryQuery)
  }

  async function now(): Promise<number> {
    refuseAfterClose()
    const { at, recorded_at, clock_epoch } = tables.state()
    time.follow(Math.max(at, recorded_at ?? 0), clock_epoch)
    // The transaction looks at the clock itself.
    if (time.behindMs() > 0) await write(nothing)
    return time.now()
  }

  /** What `append` was asked for before has had its turn then. */
  const executor: Executor = { now, read, write, append, appendFor, flush: ownTurn }

  /** Kept beside the log and gone with it: there is no other place to keep it. */
  async function head(): Promise<SignedHead> {
    const { at, log } = await write(function* (transaction) {
      yield* nothing()
      return { at: transaction.now(), log: transaction.log() }
    })
    const chains = [{ chain: CHAIN, length: log.length, hash: log.length === 0 ? GENESIS_HASH : log.hash }]
    const made = { store: log.store ?? '', generation: log.generation, at, chains }
    latestHead = { ...made, signature: context.sign(headPayload(made)) }
    return latestHead
  }

  return {
    holds: createHoldStore(statements, executor),
    grants: createGrantStore(statements.grants, executor, notices),
    audit: createAuditLog(statements.audit, executor),
    leases: createLeaseStore(statements.leases, executor),
    settings: createSettingStore(statements.settings, executor),
    tokens: createTokenStore(statements.tokens, executor),
    feedback: createFeedbackStore(statements.feedback, executor),
    deliveries: createDeliveryStore(statements.deliveries, executor, sha256),
    continuity: {
      head,
      async kept() {
        const kept = latestHead ?? (await head())
        return { heads: [{ head: kept, source: 'head' }], own: 'kept', witnessSilent: false }
      },
      notices: () => read(() => notices.read()),
      accept: (accepted, record) => write((transaction) => notices.accept(transaction, accepted, record)),
      problems: () => [],
    },
    watch: (listener) => listeners.add(listener),
    now,
    async close() {
      closed = true
      await ownTurn()
      listeners.close()
    },
  }
}

async function ownTurn(): Promise<void> {
  await Promise.resolve()
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the transaction around it is the work
function* nothing(): Script<null> {
  return null
}
