/**
 * The Store port on PostgreSQL, for any number of processes. This module only puts the parts together: scripts say what
 * happens, the same as on every store; one session writes, a few read, one hears of what others changed.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Continuity, Sha256, SignedHead, Store } from '@holdpoint/core'
import { headPayload } from '@holdpoint/core'
import { createAuditLog } from '../audit/audit-log.ts'
import { createNotices } from '../continuity/notices.ts'
import { createDeliveryStore } from '../deliveries/delivery-store.ts'
import { createFeedbackStore } from '../feedback/feedback-store.ts'
import { createGrantStore } from '../grants/grant-store.ts'
import { createHoldStore } from '../holds/hold-store.ts'
import { createLeaseStore } from '../leases/lease-store.ts'
import { allRows } from '../query/script.ts'
import type { Script } from '../query/script.ts'
import { createSettingStore } from '../settings/setting-store.ts'
import type { SqlQuery } from '../sql/sql-query.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import { createTokenStore } from '../tokens/token-store.ts'
import type { Executor } from '../transaction/executor.ts'
import { createStoreTime } from '../transaction/store-time.ts'
import { createChangeNews, HORIZON } from './change-news.ts'
import { createDatabaseClock } from './database-clock.ts'
import { migratePostgres } from './migrate.ts'
import { explainProblem } from './postgres-error.ts'
import { createPostgresWriter } from './postgres-writer.ts'
import { createReadSessions } from './read-sessions.ts'
import { refuseLossy } from './refuse-lossy.ts'
import { openSession } from './session.ts'
import { MARK_AFTER_MS } from './state-statements.ts'
import type { ReadState } from './state-statements.ts'
import { createPostgresStatements } from './statements.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** Where our tables are in that database; `holdpoint` by default. */
  readonly schema?: string
  readonly sha256: Sha256
  /** Signs checkpoints; kept beside the store, never in it. */
  readonly checkpointKey: Uint8Array | string
  readonly randomId: () => string
  /** How long a database that is away is waited for before giving up; 5 seconds by default. */
  readonly retryForMs?: number
  /** A database that may lose the last moments when its machine crashes is refused otherwise. */
  readonly mayForget?: boolean
  /** Instead of the clock of the database, for tests. */
  readonly clock?: () => number
  readonly onProblem?: (problem: StoreProblem) => void
}

const RETRY_FOR_MS = 5000
const SCHEMA = /^[a-z_][a-z0-9_]{0,50}$/

export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, sha256, schema = 'holdpoint', retryForMs = RETRY_FOR_MS } = options
  if (!SCHEMA.test(schema)) throw new RangeError('The schema is named with small letters, digits and underscores.')
  const onProblem = options.onProblem ?? (() => undefined)
  const store = withoutSecrets(url)
  const key = createSecretKey(Buffer.from(options.checkpointKey))
  const own = options.randomId()

  function sign(payload: string): string {
    return createHmac('sha256', key).update(payload).digest('hex')
  }

  const statements = createPostgresStatements(own, options.clock !== undefined)
  const notices = createNotices(statements, (what) => onProblem({ kind: 'noticed', what }))
  const clock = createDatabaseClock(options.clock ?? null)
  const time = createStoreTime(clock.now)
  const open = (): ReturnType<typeof openSession> => openSession({ url, schema })
  const sessions = createReadSessions(open, retryForMs)
  let closing: Promise<void> | null = null
  let notedUntil = 0

  function refuseAfterClose(): void {
    if (closing !== null) throw new StoreUnavailableError(`The store ${store} is closed.`, { hint: 'Open it again.' })
  }

  async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    refuseAfterClose()
    try {
      return await ask()
    } catch (error) {
      throw explainProblem(error, store)
    }
  }

  const from = await asked(() =>
    sessions.borrow(async (session) => {
      await refuseLossy(session, store, options.mayForget ?? false)
      await migratePostgres(session, { schema, store })
      await session.execute({ sql: NAME_LOG, parameters: [own] })
      const [row] = (await session.run(HORIZON)) as readonly { readonly horizon: number }[]
      return row?.horizon ?? 0
    }),
  )
  const news = createChangeNews({ writer: own, schema, open, sessions, from, onProblem })
  const writer = createPostgresWriter({
    store,
    schema,
    open,
    clock,
    context: {
      ...statements,
      spools: null,
      lock: (name): SqlQuery => ({ sql: LOCK, parameters: [`${schema} ${name}`] }),
      time,
      notices,
      sha256,
      sign,
    },
    retryForMs,
    onCommit({ changed }) {
      if (changed.length > 0) news.changed(changed)
    },
    onProblem,
  })

  async function now(): Promise<number> {
    const state = await asked(() =>
      sessions.borrow(async (session) => {
        await clock.read((reading) => session.run(reading))
        const [row] = await session.execute(statements.state.read({}))
        return row as ReadState
      }),
    )
    const reached = Math.max(state.at, state.recorded_at ?? 0)
    time.follow(reached, state.clock_epoch)
    const at = time.now()
    if (time.behindMs() > 0) await noteClock()
    else if (at - reached >= MARK_AFTER_MS) void markTime(at)
    return time.now()
  }

  /** Written down, so that what lapsed stays lapsed if the database's clock is set back while no process runs. */
  async function markTime(at: number): Promise<void> {
    const mark = statements.state.mark({ at, clock_epoch: time.epoch() })
    await sessions.borrow((session) => session.execute(mark)).catch(() => undefined)
  }

  /** The transaction looks at the clock itself. */
  async function noteClock(): Promise<void> {
    if (performance.now() < notedUntil) return
    notedUntil = performance.now() + MARK_AFTER_MS
    await writer.write(lookOnly).catch(() => undefined)
  }

  const { write, append, appendFor, flush } = writer
  const executor: Executor = {
    now,
    read: (script) => asked(() => sessions.read(script)),
    write,
    append,
    appendFor,
    flush,
  }

  async function head(): Promise<SignedHead> {
    await flush()
    const made = await write(function* (transaction) {
      const { store: named, generation } = transaction.log()
      const ends = yield* allRows(statements.audit.ends({}))
      const chains = ends.map(({ chain, length, hash }) => ({ chain, length, hash }))
      return { store: named ?? '', generation, at: transaction.now(), chains }
    })
    return { ...made, signature: sign(headPayload(made)) }
  }

  const continuity: Continuity = {
    head,
    async kept() {
      return { heads: [{ head: await head(), source: 'head' }], own: 'kept', witnessSilent: false }
    },
    notices: () => executor.read(() => notices.read()),
    accept: (accepted, record) => write((transaction) => notices.accept(transaction, accepted, record)),
    problems: () => [],
  }

  async function close(): Promise<void> {
    try {
      await writer.end()
    } finally {
      await news.close()
      await sessions.close()
    }
  }

  try {
    await now()
  } catch (error) {
    await close().catch(() => undefined)
    throw error
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
    continuity,
    watch: (listener) => news.add(listener),
    now,
    close: () => (closing ??= close()),
  }
}

const NAME_LOG = 'update store_state set store = $1 where id = 1 and store is null'

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

/** As people may read it. */
function withoutSecrets(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `postgres://${host}${pathname}`
  } catch {
    return 'on PostgreSQL'
  }
}

// oxlint-disable-next-line require-yield -- a script with nothing to do of its own: the transaction around it looks at the clock
function* lookOnly(): Script<null> {
  return null
}
