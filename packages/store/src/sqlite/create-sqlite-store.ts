/**
 * The Store port on one SQLite file that many processes of one machine share. This module only puts the parts together:
 * scripts say what happens, the writer runs them one after the other, reads run at once.
 */
import { createHmac } from 'node:crypto'
import type { Sha256, Store } from '@holdpoint/core'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { createAuditLog } from '../audit/audit-log.ts'
import { createAuditStatements } from '../audit/audit-statements.ts'
import { createHoldStatements } from '../holds/hold-statements.ts'
import { createHoldStore } from '../holds/hold-store.ts'
import { createQueryBuilder } from '../query/query-builder.ts'
import type { Script } from '../query/script.ts'
import { firstRow, runScript } from '../query/script.ts'
import { createSettingStatements } from '../settings/setting-statements.ts'
import { createSettingStore } from '../settings/setting-store.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import { createTokenStore } from '../tokens/token-store.ts'
import type { Executor } from '../transaction/executor.ts'
import { readChanges } from '../transaction/read-changes.ts'
import { createStoreStateStatements } from '../transaction/store-state.ts'
import { createChangeWatch } from './change-watch.ts'
import { createFullText } from './full-text.ts'
import { openSqlite } from './open-sqlite.ts'
import { PATIENCE_MS, createPause, retryWhileBusy } from './patience.ts'
import { isBusy, toStoreError } from './sqlite-error.ts'
import { createWriter } from './writer.ts'

export interface SqliteStoreOptions {
  readonly file: string
  readonly now: () => number
  readonly sha256: Sha256
  /** Signs checkpoints; kept beside the store, never in it. */
  readonly checkpointKey: Uint8Array | string
  readonly randomId: () => string
  /** How long a lock of another process is waited for before giving up; 30 seconds unless told otherwise. */
  readonly patienceMs?: number
  /** Records of many callers share commits if each waits this long for the others; for services, not for single clients. */
  readonly gatherMs?: number
  readonly onProblem?: (problem: StoreProblem) => void
}

/** On one file there is one writer at a time, so there is one chain. */
const CHAIN = 'main'

export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, sha256 } = options
  const onProblem = options.onProblem ?? (() => undefined)
  const patience = { milliseconds: options.patienceMs ?? PATIENCE_MS, pause: createPause(options.randomId, sha256) }
  const connection = await openSqlite(file, patience, onProblem)
  const db = createQueryBuilder(new SqliteQueryCompiler(), new SqliteAdapter())
  const statements = {
    state: createStoreStateStatements(db),
    audit: createAuditStatements(db),
    holds: createHoldStatements(db),
    settings: createSettingStatements(db),
  }
  let latestTime = 0
  let closing: Promise<void> | null = null

  function sign(payload: string): string {
    return createHmac('sha256', options.checkpointKey).update(payload).digest('hex')
  }

  async function read<Answer>(script: () => Script<Answer>): Promise<Answer> {
    if (closing !== null) throw new StoreUnavailableError(`The store ${file} is closed.`, { hint: 'Open it again.' })
    try {
      return await retryWhileBusy(() => runScript(script(), connection.execute), isBusy, patience)
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
  const writer = createWriter({
    file,
    connection,
    context: { ...statements, chain: CHAIN, clock: options.now, sha256, sign },
    patience,
    gatherMs: options.gatherMs ?? 0,
    onCommit({ at, changed }) {
      latestTime = Math.max(latestTime, at)
      if (changed) watch.look()
    },
    onProblem,
  })
  async function now(): Promise<number> {
    const state = await read(() => firstRow(statements.state.read({})))
    latestTime = Math.max(latestTime, state?.at ?? 0, state?.recorded_at ?? 0, Math.trunc(options.now()))
    return latestTime
  }

  const executor: Executor = { now, read, write: writer.write, append: writer.append }

  async function close(): Promise<void> {
    watch.close()
    try {
      await writer.end()
    } finally {
      connection.close()
    }
  }

  return {
    holds: createHoldStore(db, { holds: statements.holds, search: createFullText(sha256) }, executor),
    audit: createAuditLog(db, statements.audit, executor),
    settings: createSettingStore(statements.settings, executor),
    tokens: createTokenStore(db, executor),
    watch: (listener) => watch.add(listener),
    now,
    close: () => (closing ??= close()),
  }
}
