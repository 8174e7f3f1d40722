/**
 * The Store port on one SQLite file that many processes of one machine share. This module only puts the parts together:
 * scripts say what happens, the writer runs them one after the other, reads run at once.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { Sha256, Store } from '@holdpoint/core'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { createAuditLog } from '../audit/audit-log.ts'
import { createAuditStatements } from '../sql/audit-statements.ts'
import { createSpoolStatements } from '../sql/spool-statements.ts'
import { createDeliveryStatements } from '../sql/delivery-statements.ts'
import { createDeliveryStore } from '../deliveries/delivery-store.ts'
import { createContinuity } from '../continuity/continuity.ts'
import type { HeadWitness } from '../continuity/head-witness.ts'
import { createNotices } from '../continuity/notices.ts'
import { createFeedbackStore } from '../feedback/feedback-store.ts'
import { createGrantStatements } from '../sql/grant-statements.ts'
import { createGrantStore } from '../grants/grant-store.ts'
import { createHoldStatements } from '../sql/hold-statements.ts'
import { createHoldStore } from '../holds/hold-store.ts'
import { createLeaseStatements } from '../sql/lease-statements.ts'
import { createLeaseStore } from '../leases/lease-store.ts'
import { createQueryBuilder } from '../sql/query-builder.ts'
import { SQLITE_DIALECT } from '../sql/sql-dialect.ts'
import type { Script } from '../query/script.ts'
import { firstRow, runScript } from '../query/script.ts'
import { createSettingStatements } from '../sql/setting-statements.ts'
import { createSettingStore } from '../settings/setting-store.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import { createFeedbackStatements } from '../sql/feedback-statements.ts'
import { createTokenStatements } from '../sql/token-statements.ts'
import { createTokenStore } from '../tokens/token-store.ts'
import type { Executor } from '../transaction/executor.ts'
import { readChanges } from '../transaction/read-changes.ts'
import { createStoreStateStatements } from '../sql/store-state-statements.ts'
import { createStoreTime } from '../transaction/store-time.ts'
import { createChangeWatch } from './change-watch.ts'
import { createFullText } from './full-text.ts'
import { createHeadFile } from './head-file.ts'
import { createHeadKeeper } from './head-keeper.ts'
import { openSqlite } from './open-sqlite.ts'
import { RETRY_FOR_MS, createRetryDelay, retryWhileBusy, waitUpTo } from './retry-while-busy.ts'
import { spoolDirectory } from './spool-files.ts'
import { createSpoolRecovery } from './spool-recovery.ts'
import { createSpool } from './spool.ts'
import { isBusy, toStoreError } from './sqlite-error.ts'
import { createWriter } from './writer.ts'

export interface SqliteStoreOptions {
  readonly file: string
  readonly now: () => number
  readonly sha256: Sha256
  /** Signs checkpoints; kept beside the store, never in it. */
  readonly checkpointKey: Uint8Array | string
  readonly randomId: () => string
  /** How long a lock of another process is waited for before giving up; 30 seconds by default. */
  readonly retryForMs?: number
  /**
   * Records of many callers share commits if each waits this long for the others; for services, not for single clients.
   */
  readonly gatherMs?: number
  /** Where the head is kept, outside the database; beside it by default. */
  readonly headFile?: string
  readonly witness?: HeadWitness | null
  readonly onProblem?: (problem: StoreProblem) => void
}

/** On one file there is one writer at a time, so there is one chain. */
const CHAIN = 'main'
/** Opening waits this long for records of dead processes; behind a lock they follow later. */
const RECOVERY_WITHIN_MS = 1000
const LOOK_FOR_THE_DEAD_EVERY_MS = 60_000
/** How much time may pass that is written down nowhere. */
const MARK_AFTER_MS = 1000

export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, sha256 } = options
  const onProblem = options.onProblem ?? (() => undefined)
  const retryLimit = {
    milliseconds: options.retryForMs ?? RETRY_FOR_MS,
    delay: createRetryDelay(options.randomId, sha256),
  }
  const connection = await openSqlite(file, retryLimit, onProblem)
  const db = createQueryBuilder(new SqliteQueryCompiler(), new SqliteAdapter())
  const statements = {
    state: createStoreStateStatements(db),
    audit: createAuditStatements(db, SQLITE_DIALECT),
    spools: createSpoolStatements(db),
    holds: createHoldStatements(db, SQLITE_DIALECT),
    grants: createGrantStatements(db, SQLITE_DIALECT),
    leases: createLeaseStatements(db),
    settings: createSettingStatements(db),
    tokens: createTokenStatements(db),
    feedback: createFeedbackStatements(db),
    deliveries: createDeliveryStatements(db, SQLITE_DIALECT),
  }
  const holdContext = { ...statements, search: createFullText(sha256) }
  const notices = createNotices(holdContext, (what) => onProblem({ kind: 'noticed', what }))
  const time = createStoreTime(options.now)
  let closing: Promise<void> | null = null
  let notedUntil = 0

  /** Kept ready: each head is signed. */
  const key = createSecretKey(Buffer.from(options.checkpointKey))

  function sign(payload: string): string {
    return createHmac('sha256', key).update(payload).digest('hex')
  }

  async function read<Answer>(script: () => Script<Answer>): Promise<Answer> {
    if (closing !== null) throw new StoreUnavailableError(`The store ${file} is closed.`, { hint: 'Open it again.' })
    try {
      return await retryWhileBusy(() => runScript(script(), connection.execute), isBusy, retryLimit)
    } catch (error) {
      throw toStoreError(error, file)
    }
  }

  const watch = createChangeWatch(
    `${file}-wal`,
    {
      latest: () => runScript(firstRow(statements.state.read({})), connection.execute)?.changes ?? 0,
      read: (after) => runScript(readChanges(statements, after), connection.execute),
      foreignVersion: () => connection.foreignVersion(),
    },
    onProblem,
  )
  const directory = spoolDirectory(file)
  const spool = createSpool({
    directory,
    randomId: options.randomId,
    begin: (id) => connection.write('normal', statements.spools.put({ id, sequence: 0 })),
    ended: (id) => connection.write('normal', statements.spools.end({ id })),
    forget: (id) => connection.write('normal', statements.spools.remove({ id })),
    onProblem,
  })
  const place = options.headFile ?? join(dirname(file), `audit-head-of-${basename(file)}`)
  const headFile = createHeadFile(place, sign)
  const witness = options.witness ?? null
  const head = createHeadKeeper({ file: headFile, place, chain: CHAIN, witness, onProblem })
  const writer = createWriter({
    file,
    connection,
    spool,
    context: { ...statements, lock: null, chain: CHAIN, time, notices, sha256, sign },
    head,
    retryLimit,
    gatherMs: options.gatherMs ?? 0,
    onCommit({ changed }) {
      if (changed.length > 0) watch.look()
    },
    onProblem,
  })
  async function now(): Promise<number> {
    const state = await read(() => firstRow(statements.state.read({})))
    const reached = Math.max(state?.at ?? 0, state?.recorded_at ?? 0)
    time.follow(reached, state?.clock_epoch ?? 0)
    const at = time.now()
    if (time.behindMs() > 0) await noteClock()
    else if (at - reached >= MARK_AFTER_MS) markTime(at)
    return time.now()
  }

  /**
   * Writes down the time reached: if the clock is set back while no process runs, what lapsed before must stay lapsed.
   */
  function markTime(at: number): void {
    try {
      connection.write('normal', statements.state.mark({ at, clock_epoch: time.epoch() }))
    } catch {
      // Locked or failing: writers report it, and the next reading tries again.
    }
  }

  /** The transaction looks at the clock itself. */
  async function noteClock(): Promise<void> {
    if (performance.now() < notedUntil) return
    notedUntil = performance.now() + MARK_AFTER_MS
    await writer.write(lookOnly).catch(() => undefined)
  }

  const { write, append, appendFor, flush } = writer
  const executor: Executor = { now, read, write, append, appendFor, flush }
  const continuity = createContinuity({
    statements,
    notices,
    executor,
    head,
    headFile,
    place,
    witness,
    sign,
    chain: CHAIN,
    randomId: options.randomId,
    reached: (at) => time.follow(at, time.epoch()),
  })
  try {
    await now()
    await continuity.look()
  } catch (error) {
    // A caller that tries again opens another connection.
    watch.close()
    headFile.close()
    connection.close()
    throw error
  }
  const recovery = createSpoolRecovery({
    directory,
    spools: statements.spools,
    executor,
    notices,
    own: spool.id,
    onProblem,
  })
  await waitUpTo(RECOVERY_WITHIN_MS, recovery.look())
  const looking = setInterval(() => void recovery.look(), LOOK_FOR_THE_DEAD_EVERY_MS).unref()

  async function close(): Promise<void> {
    clearInterval(looking)
    watch.close()
    try {
      await writer.end()
    } finally {
      head.close()
      await witness?.close()
      connection.close()
    }
  }

  return {
    holds: createHoldStore(holdContext, executor),
    grants: createGrantStore(statements.grants, executor, notices),
    audit: createAuditLog(statements.audit, executor),
    leases: createLeaseStore(statements.leases, executor),
    settings: createSettingStore(statements.settings, executor),
    tokens: createTokenStore(statements.tokens, executor),
    feedback: createFeedbackStore(statements.feedback, executor),
    deliveries: createDeliveryStore(statements.deliveries, executor, sha256),
    continuity: continuity.port,
    watch: (listener) => watch.add(listener),
    now,
    close: () => (closing ??= close()),
  }
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the transaction around it looks at the clock
function* lookOnly(): Script<null> {
  return null
}
