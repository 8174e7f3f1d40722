/**
 * Rulings that need SQL to be read, without anybody else waiting for them: short statements are read at once, on the thread
 * that serves; longer ones, and many, on another one. It judges nothing itself, and what could not be read in time is unread,
 * which is asked about like a write.
 */
import { say } from '@holdpoint/core'
import type { Call, Ruling, ToolDefinition } from '@holdpoint/core'
import type { Policy, RuleContext } from '@holdpoint/core/policy'
import type { SqlContext, SqlReader, SqlReading } from '@holdpoint/core/sql'
import { createSqlAside } from './sql-aside.ts'
import type { ReadAside } from './sql-aside.ts'
import type { SqlStatement } from './sql-worker.ts'

export interface SqlInTimeOptions {
  readonly load: () => Promise<SqlReader>
  readonly readAside: ReadAside
}

/** At once wherever nothing has to be loaded or read elsewhere. */
export type RuleInTime = (
  policy: Policy,
  call: Call,
  definition: ToolDefinition | null,
  context: Omit<RuleContext, 'sql'>,
) => Ruling | Promise<Ruling>

/** Of all statements of a call together: a parser takes about ten microseconds for each character. */
const READ_AT_ONCE = 2000
const REMEMBERED = 100
const READ_WITHIN_MS = 3000
const WAIT_MS = 10_000
const ANY_DATABASE: SqlContext = { engine: null, functions: [] }
const UNREAD: SqlReading = { kind: 'unparsed', why: say('notReadInTime') }

export function createSqlInTime(options: SqlInTimeOptions): RuleInTime {
  let reader: SqlReader | null = null
  const known = new Map<string, SqlReading>()

  function ruleNow(...[policy, call, definition, context]: Parameters<RuleInTime>): Ruling | Promise<Ruling> {
    const loaded = reader
    if (loaded === null) return policy.rule(call, definition, { ...context, sql: null })
    const later = new Map<string, SqlStatement>()
    const readShort = shortReader(loaded)
    const collecting: SqlReader = {
      read(text, database = ANY_DATABASE) {
        const key = keyOf(text, database)
        const reading = known.get(key) ?? readShort(text, database)
        if (reading !== null) return reading
        later.set(key, { text, context: database })
        // Nobody gets this ruling: it only shows what there is to read.
        return { kind: 'read', why: '' }
      },
    }
    const ruling = policy.rule(call, definition, { ...context, sql: collecting })
    if (later.size === 0) return ruling
    const whose = JSON.stringify([call.tenant, call.principal])
    return options.readAside(whose, [...later.values()]).then((readings) => {
      const found = new Map([...later.keys()].map((key, index) => [key, readings[index] ?? UNREAD]))
      for (const [key, reading] of found) remember(key, reading)
      const again = shortReader(loaded)
      const read = (text: string, database: SqlContext = ANY_DATABASE): SqlReading => {
        const key = keyOf(text, database)
        return found.get(key) ?? known.get(key) ?? again(text, database) ?? UNREAD
      }
      return policy.rule(call, definition, { ...context, sql: { read } })
    })
  }

  function remember(key: string, reading: SqlReading): void {
    // One that took too long may have met a busy moment.
    if (reading.kind === 'unparsed') return
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, reading)
  }

  return (policy, call, definition, context) => {
    if (reader !== null || !policy.needsSql(call, definition)) return ruleNow(policy, call, definition, context)
    return options.load().then(
      (loaded) => {
        reader = loaded
        return ruleNow(policy, call, definition, context)
      },
      () => ruleNow(policy, call, definition, context),
    )
  }
}

/** `null`: together with those before, this is too much to read at once. */
function shortReader(reader: SqlReader): (text: string, context: SqlContext) => SqlReading | null {
  let left = READ_AT_ONCE
  return (text, context) => {
    left -= text.length
    return left < 0 ? null : reader.read(text, context)
  }
}

/** The same text may be a read in one database and a write in another: what was read of it counts for that one alone. */
function keyOf(text: string, { engine, functions }: SqlContext): string {
  return JSON.stringify([text, engine, functions])
}

/** With the parsers on this thread, and a second set on another one once that is needed. */
export function openSqlInTime(): RuleInTime {
  return createSqlInTime({
    load: async () => {
      const { loadSqlReader } = await import('@holdpoint/core/sql')
      return await loadSqlReader()
    },
    readAside: createSqlAside({
      worker: new URL('./sql-worker.js', import.meta.url),
      withinMs: READ_WITHIN_MS,
      waitMs: WAIT_MS,
    }),
  })
}
