/**
 * Rules one call, for every surface that has to know: the gateway, `policy explain`, an edit, a recipe, the check
 * before an approved call is sent. Whose word counts, which names the requester is known to deal with, what the SQL
 * does: all of it is found out here, so that no two surfaces can say different things of one call.
 *
 * SQL is read without keeping other calls waiting: short statements at once, longer ones and many of them where the
 * port reads them. What was not read in time is unread, which is asked about like a write. A call that needs neither
 * names nor SQL is ruled in the same turn of the event loop.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import { hostSpeaksFor } from '../call/host-word.ts'
import { NOTHING_KNOWN } from '../confusable/known-names.ts'
import type { KnownNames } from '../confusable/known-names.ts'
import { say } from '../sentence/say.ts'
import { ANY_ENGINE } from '../sql/sql-reader.ts'
import type { SqlContext, SqlReader, SqlReading, SqlStatement } from '../sql/sql-reader.ts'
import type { Policy, RuleContext } from './compile-policy.ts'
import { namesAnybody } from './rating/confusable-names.ts'
import type { Ruling } from './ruling.ts'

export interface CallRulesOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Hosts and addresses that this requester's permissions and approved calls name. Asked only for calls that name any.
   */
  readonly known: (requester: Pick<Call, 'tenant' | 'principal'>) => KnownNames | Promise<KnownNames>
  /** The parsers, for this thread. Loaded with the first call that needs them. */
  readonly loadSql: () => Promise<SqlReader>
  /**
   * Reads statements that are too long for this thread, one reading for each of them, in order. `requester`: who waits
   * for them; the requesters take turns.
   */
  readonly readLongSql: (requester: string, statements: readonly SqlStatement[]) => Promise<readonly SqlReading[]>
}

/**
 * At once wherever nothing has to be looked up, loaded or read elsewhere. `definition` is `null` where it is not known.
 */
export type RuleCall = (policy: Policy, call: Call, definition: ToolDefinition | null) => Ruling | Promise<Ruling>

/** Of all statements of a call together: a parser takes about ten microseconds for each character. */
const READ_AT_ONCE = 2000
const REMEMBERED = 100

export function createRuleCall(options: CallRulesOptions): RuleCall {
  let reader: SqlReader | null = null
  const remembered = new Map<string, SqlReading>()

  function ruleKnowing(
    policy: Policy,
    call: Call,
    definition: ToolDefinition | null,
    known: KnownNames,
  ): Ruling | Promise<Ruling> {
    const context: RuleContext = { now: options.now(), mode: hostSpeaksFor(call) ? 'wrap' : 'serve', sql: null, known }
    if (!policy.needsSql(call, definition)) return policy.rule(call, definition, context)
    const { loadSql } = options
    if (reader !== null) return ruleReading(policy, call, definition, context, reader)
    return loadSql().then(
      (loaded) => {
        reader = loaded
        return ruleReading(policy, call, definition, context, loaded)
      },
      () => policy.rule(call, definition, context),
    )
  }

  function ruleReading(
    policy: Policy,
    call: Call,
    definition: ToolDefinition | null,
    context: RuleContext,
    loaded: SqlReader,
  ): Ruling | Promise<Ruling> {
    const later = new Map<string, SqlStatement>()
    const readShort = shortReader(loaded)
    const collecting: SqlReader = {
      read(text, database = ANY_ENGINE) {
        const key = keyOf(text, database)
        const reading = remembered.get(key) ?? readShort(text, database)
        if (reading !== null) return reading
        later.set(key, { text, context: database })
        // This ruling is given to no one: it only shows what there is to read.
        return { kind: 'read', why: '' }
      },
    }
    const ruling = policy.rule(call, definition, { ...context, sql: collecting })
    if (later.size === 0) return ruling
    const requester = JSON.stringify([call.tenant, call.principal])
    return options.readLongSql(requester, [...later.values()]).then((readings) => {
      const unread: SqlReading = { kind: 'unparsed', why: say('notReadInTime') }
      const found = new Map([...later.keys()].map((key, index) => [key, readings[index] ?? unread]))
      for (const [key, reading] of found) remember(key, reading)
      const again = shortReader(loaded)
      const read = (text: string, database: SqlContext = ANY_ENGINE): SqlReading => {
        const key = keyOf(text, database)
        return found.get(key) ?? remembered.get(key) ?? again(text, database) ?? unread
      }
      return policy.rule(call, definition, { ...context, sql: { read } })
    })
  }

  function remember(key: string, reading: SqlReading): void {
    // One that took too long may have met a busy moment.
    if (reading.kind === 'unparsed') return
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(key, reading)
  }

  return (policy, call, definition) => {
    if (!namesAnybody(call)) return ruleKnowing(policy, call, definition, NOTHING_KNOWN)
    const known = options.known(call)
    if (!(known instanceof Promise)) return ruleKnowing(policy, call, definition, known)
    return known.then((found) => ruleKnowing(policy, call, definition, found))
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

/**
 * The same text may be a read in one database and a write in another: what was read of it counts for that one alone.
 */
function keyOf(text: string, { engine, functions }: SqlContext): string {
  return JSON.stringify([text, engine, functions])
}
