/**
 * Which function may be called in a read. A list of dangerous functions can never be complete, so this is turned round:
 * a function is trusted only if an engine that may be behind the tool knows it as its own and as one that changes
 * nothing, and no engine knows it as one that does more. It refuses to guess by the sound of a name: a function in no
 * list is asked about.
 *
 * The lists are made from real engines by `scripts/sql-functions/`, those of engines that cannot be run here by hand.
 */
import {
  BIGQUERY_FUNCTIONS,
  CLICKHOUSE_FUNCTIONS,
  SNOWFLAKE_FUNCTIONS,
  SQLSERVER_FUNCTIONS,
} from './functions/by-hand.ts'
import { DUCKDB_FUNCTIONS } from './functions/duckdb.ts'
import type { FunctionLists } from './functions/function-lists.ts'
import { MYSQL_FUNCTIONS } from './functions/mysql.ts'
import { POSTGRES_FUNCTIONS } from './functions/postgres.ts'
import { SQLITE_FUNCTIONS } from './functions/sqlite.ts'
import type { SqlEngine } from './sql-reader.ts'
import { say } from '../sentence/say.ts'

/** A function as one parser read it. */
export interface FunctionCall {
  /** As the engine compares it, where the parser knows: PostgreSQL's folds what is not quoted. */
  readonly name: string
  readonly schema: string | null
  readonly quoted: boolean
  readonly inFrom: boolean
  /** A call that changes something only when it is given a value. */
  readonly hasArguments: boolean
}

export type ParserName = 'postgres' | 'mysql' | 'mariadb' | 'sqlite' | 'bigquery'

/** Engines that a parser may stand for while the engine is not configured; the first is the one it was made for. */
const ENGINES_BEHIND: { readonly [parser in ParserName]: readonly SqlEngine[] } = {
  postgres: ['postgres', 'duckdb', 'snowflake', 'sqlserver'],
  mysql: ['mysql'],
  mariadb: ['mariadb'],
  sqlite: ['sqlite', 'sqlserver'],
  bigquery: ['bigquery'],
}

interface KnownFunctions {
  readonly harmless: ReadonlySet<string>
  readonly unsafe: ReadonlySet<string>
  readonly unsafeTables: ReadonlySet<string>
  readonly operators: ReadonlySet<string>
  readonly records: ReadonlySet<string>
  /** Functions may be called with this schema before them. */
  readonly schema: string | null
  /** Whether a quoted name means the same function: not in MySQL, where a user may have defined `now` in quotes. */
  readonly quotable: boolean
}

const MYSQL = known(MYSQL_FUNCTIONS, null, false)
const KNOWN: { readonly [engine in SqlEngine]: KnownFunctions } = {
  postgres: known(POSTGRES_FUNCTIONS, 'pg_catalog', true),
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlite: known(SQLITE_FUNCTIONS, null, true),
  bigquery: known(BIGQUERY_FUNCTIONS, 'safe', false),
  duckdb: known(DUCKDB_FUNCTIONS, null, true),
  snowflake: known(SNOWFLAKE_FUNCTIONS, null, false),
  sqlserver: known(SQLSERVER_FUNCTIONS, null, false),
}
const CLICKHOUSE = known(CLICKHOUSE_FUNCTIONS, null, false)
const ALL: readonly KnownFunctions[] = [...new Set([...Object.values(KNOWN), CLICKHOUSE])]

/**
 * Why a call is no read, or `null`. `engine` is `null` where it is not configured; then every accepting parser counts.
 */
export function whyNotARead(
  call: FunctionCall,
  by: ParserName,
  accepting: readonly ParserName[],
  engine: SqlEngine | null,
  added: ReadonlySet<string>,
): NotARead | null {
  const written = call.schema === null ? call.name : `${call.schema}.${call.name}`
  if (added.has(call.quoted ? written : written.toLowerCase())) return null
  const judges = engine === null ? ALL : [KNOWN[engine]]
  const lower = call.name.toLowerCase()
  if (judges.some((judge) => judge.unsafe.has(lower) || (call.inFrom && judge.unsafeTables.has(lower)))) {
    return { kind: 'write', why: say('functionDoesMore', { name: call.name }) }
  }
  // MySQL's `LAST_INSERT_ID(5)` sets what the next one answers.
  if (lower === 'last_insert_id' && call.hasArguments)
    return { kind: 'write', why: say('functionDoesMore', { name: call.name }) }
  const vouching = engine !== null ? [engine] : call.quoted ? ENGINES_BEHIND[by].slice(0, 1) : enginesBehind(accepting)
  if (vouching.some((each) => vouches(each, call))) return null
  return call.schema === null
    ? { kind: 'doubtful', why: say('functionUnknown', { name: call.name }) }
    : { kind: 'doubtful', why: say('functionOfSchema', { name: call.name, schema: call.schema }) }
}

export interface NotARead {
  readonly kind: 'write' | 'doubtful'
  readonly why: string
}

/** Whether PostgreSQL, or an engine that its parser may stand for, has the operator by itself. */
export function knowsOperator(operator: string, engine: SqlEngine | null): boolean {
  const vouching = engine === 'postgres' ? [engine] : ENGINES_BEHIND.postgres
  return vouching.some((each) => KNOWN[each].operators.has(operator))
}

/** Whether a function gives rows of several columns, so that `row.name` after it is one of them. */
export function givesRecords(name: string): boolean {
  return KNOWN.postgres.records.has(name) || OTHER_RECORDS.test(name)
}

/** Of engines that PostgreSQL's parser may stand for, and what gives rows of a type that it is told. */
const OTHER_RECORDS =
  /^(?:jsonb?_populate_record(?:set)?|duckdb_\w+|pragma_\w+|json_tree|openjson|flatten|split_to_table|strtok_split_to_table)$/

/** `numbers.nextval` takes from a sequence in Snowflake, in Oracle, and in MariaDB where it speaks like Oracle. */
export function takesFromSequence(name: string): boolean {
  return name.toLowerCase() === 'nextval'
}

/** For `row.name`, which PostgreSQL takes for a call where there is no such column. */
export function isUnsafeInPostgres(name: string): boolean {
  return KNOWN.postgres.unsafe.has(name)
}

function vouches(engine: SqlEngine, { name, schema, quoted }: FunctionCall): boolean {
  const { harmless, schema: own, quotable } = KNOWN[engine]
  if (quoted && !quotable) return false
  // PostgreSQL's parser gives names as PostgreSQL compares them: capitals in it were quoted.
  const compared = quoted && engine === 'postgres' ? name : name.toLowerCase()
  if (schema === null) return harmless.has(compared)
  const owner = quoted && engine === 'postgres' ? schema : schema.toLowerCase()
  return owner === own ? harmless.has(compared) : harmless.has(`${owner}.${compared}`)
}

function enginesBehind(parsers: readonly ParserName[]): readonly SqlEngine[] {
  return parsers.flatMap((parser) => ENGINES_BEHIND[parser])
}

function known(lists: FunctionLists, schema: string | null, quotable: boolean): KnownFunctions {
  return {
    harmless: words(lists.harmless),
    unsafe: words(lists.unsafe),
    unsafeTables: words(lists.unsafeTables),
    operators: words(lists.operators),
    records: words(lists.records),
    schema,
    quotable,
  }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim() === '' ? [] : text.trim().split(/\s+/))
}
