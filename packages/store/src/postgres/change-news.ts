/**
 * Tells listeners of changes that any process made. What this process changed it tells itself, as it commits; of
 * others, a notification says that there is something, and a slow poll stands behind it.
 *
 * Transactions become visible in another order than that of their numbers. Each look therefore begins at the oldest
 * transaction that was still open at the look before, and passes over what it has seen.
 */
import type { StoreChange } from '@holdpoint/core'
import type { SqlQuery } from '../sql/sql-query.ts'
import type { StoreProblem } from '../store-problem.ts'
import type { ReadSessions } from './read-sessions.ts'
import type { DatabaseSession } from './session.ts'

const POLL_MS = 1000
const AGAIN_AFTER_MS = 250
const FORGET_EVERY_MS = 60_000

export interface ChangeNews {
  readonly add: (listener: (change: StoreChange) => void) => () => void
  /** This process changed these holds; `null`: settings or tokens. */
  readonly changed: (holds: readonly (string | null)[]) => void
  readonly close: () => Promise<void>
}

export interface ChangeNewsOptions {
  /** Names this process in the list of changes. */
  readonly writer: string
  readonly schema: string
  readonly open: () => Promise<DatabaseSession>
  readonly sessions: ReadSessions
  /** What was changed in transactions before this one is no news. */
  readonly from: number
  readonly onProblem: (problem: StoreProblem) => void
}

interface ChangeRow {
  readonly horizon: number
  readonly position: number | null
  readonly hold: string | null
}

export function createChangeNews(options: ChangeNewsOptions): ChangeNews {
  const listeners = new Set<(change: StoreChange) => void>()
  const channel = `"holdpoint ${options.schema}"`
  let session: Promise<DatabaseSession | null> | null = null
  let { from } = options
  let told = new Set<number>()
  let sequence = 0
  let looking: Promise<void> | null = null
  let again = false
  let poll: NodeJS.Timeout | null = null
  let notifying: Promise<void> | null = null
  let notifyAgain = false
  let forgotAt = performance.now()
  let closed = false

  function tell(hold: string | null): void {
    const change: StoreChange = { hold, sequence: ++sequence }
    for (const listener of listeners) {
      try {
        listener(change)
      } catch (error) {
        options.onProblem({ kind: 'listener-failed', error })
      }
    }
  }

  /** For notifications in both directions. Opened with the first need. */
  async function connected(): Promise<DatabaseSession | null> {
    session ??= open()
    const found = await session
    if (found?.isOpen() !== true) session = null
    return found
  }

  async function open(): Promise<DatabaseSession | null> {
    try {
      const opened = await options.open()
      if (closed) await opened.close()
      opened.listen({ notified: look, lost: reconnect })
      await opened.run(`listen ${channel}`)
      return opened
    } catch {
      // The poll finds the changes, and tries again.
      return null
    }
  }

  function reconnect(): void {
    session = null
    if (!closed) setTimeout(() => void connected().then(look), AGAIN_AFTER_MS).unref()
  }

  function look(): void {
    if (listeners.size === 0 || closed) return
    again = looking !== null
    looking ??= lookNow().finally(() => {
      looking = null
      if (again) look()
    })
  }

  async function lookNow(): Promise<void> {
    try {
      const query: SqlQuery = { sql: NEWS, parameters: [from, options.writer] }
      const rows = (await options.sessions.borrow((reader) => reader.execute(query))) as readonly ChangeRow[]
      const seen = new Set<number>()
      for (const { position, hold } of rows) {
        if (position === null) continue
        seen.add(position)
        if (!told.has(position)) tell(hold)
      }
      told = seen
      from = rows[0]?.horizon ?? from
      await forget()
    } catch {
      // The database is away for the moment: the next look finds the same changes.
    }
  }

  async function forget(): Promise<void> {
    if (performance.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = performance.now()
    await options.sessions.borrow((reader) => reader.run(FORGET))
  }

  async function notify(): Promise<void> {
    do {
      notifyAgain = false
      const found = await connected()
      await found?.run(`notify ${channel}`).catch(() => undefined)
    } while (notifyAgain)
  }

  return {
    add(listener) {
      // Wrapped, so that one function added twice is two listeners.
      const own = (change: StoreChange): void => listener(change)
      listeners.add(own)
      if (poll === null) {
        poll = setInterval(() => {
          void connected()
          look()
        }, POLL_MS).unref()
        void connected().then(look)
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0 || poll === null) return
        clearInterval(poll)
        poll = null
      }
    },
    changed(holds) {
      for (const hold of new Set(holds)) tell(hold)
      notifyAgain = true
      // Outside the transaction: notifications queue commits behind each other.
      notifying ??= notify().finally(() => (notifying = null))
    },
    async close() {
      closed = true
      listeners.clear()
      if (poll !== null) clearInterval(poll)
      await notifying
      await looking
      await (await session)?.close()
    },
  }
}

export const HORIZON = 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon'

const NEWS = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, position, hold
  from (select 1) as once left join store_changes on transaction >= $1 and writer <> $2 order by position`

const FORGET = `delete from store_changes where made_at < clock_timestamp() - interval '1 hour'`
