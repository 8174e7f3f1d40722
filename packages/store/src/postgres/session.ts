/**
 * One connection to the database, as everything here uses it: numbers come as numbers, texts as they were given, every
 * wait has an end, and a connection that broke is never used again. The driver is loaded with the first session.
 */
import type { Client, ClientConfig } from 'pg'
import type { Query } from '../query/query.ts'
import type { SqlQuery } from '../sql/sql-query.ts'
import { ConnectionLostError } from './postgres-error.ts'
import { fromStoredText, toStoredText } from './stored-text.ts'

export interface DatabaseSession {
  /** Queries come from the statements in SQL. */
  readonly execute: (query: Query | SqlQuery) => Promise<readonly unknown[]>
  /** Several statements at once, without parameters. Answers the rows of the last one. */
  readonly run: (sql: string) => Promise<readonly unknown[]>
  readonly isOpen: () => boolean
  /** Hears of notifications, and once of the end. */
  readonly listen: (listener: SessionListener) => void
  readonly close: () => Promise<void>
}

export interface SessionListener {
  /** Another session notified. */
  readonly notified: () => void
  readonly lost: () => void
}

export interface SessionOptions {
  readonly url: string
  /** Where our tables are. Letters, digits and underscores. */
  readonly schema: string
}

const CONNECT_WITHIN_MS = 10_000
/** A process that stops in the middle of a transaction does not hold up the others for longer. */
const SETTINGS = `set statement_timeout = '30s'; set lock_timeout = '20s';
  set idle_in_transaction_session_timeout = '10s'; set synchronous_commit = on; set client_encoding = utf8`
/** Prepared once in each session; statements beyond are sent whole each time. */
const MOST_PREPARED = 200

const INT8 = 20
const TEXT = 25
const NUMERIC = 1700

export async function openSession({ url, schema }: SessionOptions): Promise<DatabaseSession> {
  const driver = await import('pg')
  const { getTypeParser } = driver.default.types
  const parsers = new Map<number, (value: string) => unknown>([
    [INT8, toNumber],
    [NUMERIC, toNumber],
    [TEXT, fromStoredText],
  ])
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      parsers.get(oid) ?? getTypeParser(oid, format as 'text')) as never,
  }
  const config: ClientConfig = {
    connectionString: url,
    types,
    application_name: 'holdpoint',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  }
  const client = new driver.default.Client(config)
  const session = createSession(client)
  try {
    await client.connect()
    await session.run(`set search_path to "${schema}"; ${SETTINGS}`)
  } catch (error) {
    await session.close()
    throw error
  }
  return session
}

function createSession(client: Client): DatabaseSession {
  const names = new Map<string, string>()
  const listeners: SessionListener[] = []
  let broken: ConnectionLostError | null = null
  let own = 0

  function lose(cause?: unknown): void {
    if (broken !== null) return
    broken = new ConnectionLostError(cause)
    for (const { lost } of listeners) lost()
  }

  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', ({ processId }) => {
    if (processId !== own) for (const { notified } of listeners) notified()
  })

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MOST_PREPARED) return known
    const name = `hp${names.size}`
    names.set(sql, name)
    return name
  }

  return {
    async execute(query) {
      if (broken !== null) throw broken
      const { sql, parameters } = query as SqlQuery
      const name = nameOf(sql)
      const values = parameters.map((value) => (typeof value === 'string' ? toStoredText(value) : value))
      const { rows } = await client.query({ ...(name === undefined ? {} : { name }), text: sql, values })
      return rows
    },
    async run(sql) {
      if (broken !== null) throw broken
      const answer: unknown = await client.query(sql)
      const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer
      return (last as { readonly rows: readonly unknown[] }).rows
    },
    isOpen: () => broken === null,
    listen(listener) {
      own = (client as unknown as { readonly processID: number }).processID
      listeners.push(listener)
    },
    async close() {
      listeners.length = 0
      broken ??= new ConnectionLostError()
      await client.end().catch(() => undefined)
    },
  }
}

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no number that the store wrote.`)
  return value
}
