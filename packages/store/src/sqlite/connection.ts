/**
 * One connection with its prepared statements. It holds the only strong reference to the database: the driver closes a
 * database that was garbage-collected under statements still in use. Queries run synchronously; a lock held by another
 * process is an error at once, because waiting for it inside the driver would stop the event loop. So is a file that
 * was removed or replaced: the driver would go on writing to a file that no other process reads.
 */
import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Query } from '../query/query.ts'
import type { SqlQuery } from '../sql/sql-query.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'

/** Below this version a WAL could be reset under a reader, and the database was corrupted. */
const OLDEST_SQLITE = [3, 51, 3] as const
const MOST_STATEMENTS = 200

export type Durability = 'full' | 'normal'

export interface Connection {
  /** Queries come from the statements in SQL. */
  readonly execute: (query: Query | SqlQuery) => readonly unknown[]
  readonly script: (sql: string) => void
  /** Runs a synchronous body in a write transaction. `full` survives a power cut, `normal` the death of the process. */
  readonly transaction: <Answer>(durability: Durability, body: () => Answer) => Answer
  /** Changes when another connection has committed. */
  readonly foreignVersion: () => number
  /** One writing statement as a transaction of its own. */
  readonly write: (durability: Durability, query: Query | SqlQuery) => void
  readonly close: () => void
}

export function openConnection(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    assertVersion(database)
    const mode = database.prepare('pragma journal_mode = wal').get() as { journal_mode: string }
    if (mode.journal_mode !== 'wal') {
      throw new StoreUnavailableError(`The store ${file} is in a place that several processes cannot share.`, {
        hint: 'Put it on a local disk.',
      })
    }
    database.exec('pragma synchronous = full; pragma cache_size = -2000; pragma journal_size_limit = 33554432')
  } catch (error) {
    database.close()
    throw error
  }
  return createConnection(database, watchPlace(file))
}

function createConnection(database: DatabaseSyncInstance, assertInPlace: () => void): Connection {
  const statements = new Map<string, StatementSyncInstance>()
  let synchronous: Durability = 'full'

  function prepare(sql: string): StatementSyncInstance {
    const known = statements.get(sql)
    if (known !== undefined) return known
    if (statements.size >= MOST_STATEMENTS) {
      for (const oldest of statements.keys()) {
        statements.delete(oldest)
        break
      }
    }
    const prepared = database.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  function setDurability(durability: Durability): void {
    if (synchronous === durability) return
    database.exec(`pragma synchronous = ${durability}`)
    synchronous = durability
  }

  const begin = prepare('begin immediate')
  const commit = prepare('commit')
  const version = prepare('pragma data_version')

  return {
    execute(query) {
      if (!database.isTransaction) assertInPlace()
      const { sql, parameters } = query as SqlQuery
      return prepare(sql).all(...parameters)
    },
    script: (sql) => database.exec(sql),
    transaction(durability, body) {
      assertInPlace()
      setDurability(durability)
      begin.run()
      try {
        const answer = body()
        commit.run()
        return answer
      } catch (error) {
        // Some failures (a full disk) have rolled back already.
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    foreignVersion: () => (version.get() as { readonly data_version: number }).data_version,
    write(durability, query) {
      assertInPlace()
      setDurability(durability)
      const { sql, parameters } = query as SqlQuery
      prepare(sql).run(...parameters)
    },
    close() {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

/** While a file is open its number is not given to another one. */
function watchPlace(file: string): () => void {
  const opened = statSync(file, { bigint: true })
  return () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (found?.ino === opened.ino && found.dev === opened.dev) return
    throw new StoreUnavailableError(
      `The store ${file} was ${found === undefined ? 'removed' : 'replaced'} while in use.`,
      {
        hint: 'Put it back, or restart Holdpoint to begin with the one that is there.',
      },
    )
  }
}

function assertVersion(database: DatabaseSyncInstance): void {
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  const parts = version.split('.').map(Number)
  for (const [index, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part > oldest) return
    if (part < oldest) {
      throw new StoreUnavailableError(`SQLite ${version} can damage a store that several processes share.`, {
        hint: `Install @photostructure/sqlite with SQLite ${OLDEST_SQLITE.join('.')} or newer.`,
      })
    }
  }
}
