/**
 * Reads SQL with real parsers: PostgreSQL's own, and one for MySQL, MariaDB, SQLite and BigQuery. Which database stands
 * behind a tool is usually unknown: then a read has to be one in every dialect that accepts the text, a write in any
 * dialect is a write, and the databases have to agree on where its strings and comments end. Where the engine is named,
 * only its own parser and its own functions count. It refuses to guess at what no parser accepts and at functions that
 * no engine lists.
 *
 * The parsers are large: they are loaded once, when the first SQL argument appears.
 */
import { whyNotARead } from './known-functions.ts'
import type { NotARead, ParserName } from './known-functions.ts'
import { agreedText, holdsRunningComment } from './lexical-agreement.ts'
import type { AgreedText } from './lexical-agreement.ts'
import { holdsOurWords, plainMysql, withMysqlDashes } from './mysql-words.ts'
import { readOtherDialect } from './other-dialects.ts'
import type { OtherTree } from './other-dialects.ts'
import type { ParsedStatement } from './parsed-statement.ts'
import { readPostgres } from './postgres-reading.ts'
import type { PostgresTree } from './postgres-reading.ts'
import { ANY_ENGINE } from './sql-reader.ts'
import type { SqlContext, SqlEngine, SqlReader, SqlReading } from './sql-reader.ts'
import { say } from '../sentence/say.ts'

/** Beyond these a parser may take seconds or exhaust its stack; people do not read such a statement either. */
const LONGEST = 50_000
const DEEPEST = 40
const REMEMBERED = 200

/** Asked first; close relatives only about what these do not know. */
const FIRST: readonly ParserName[] = ['postgres', 'mysql', 'sqlite']
const RELATIVES: readonly ParserName[] = ['mariadb', 'bigquery']

/** An engine without a parser of its own is read by those whose language is nearest. */
const PARSERS_OF: { readonly [engine in SqlEngine]: readonly ParserName[] } = {
  postgres: ['postgres'],
  mysql: ['mysql', 'mariadb'],
  mariadb: ['mariadb', 'mysql'],
  sqlite: ['sqlite'],
  bigquery: ['bigquery'],
  duckdb: ['postgres'],
  snowflake: ['postgres', 'sqlite', 'bigquery'],
  sqlserver: ['postgres', 'sqlite', 'bigquery'],
}

interface Parsers {
  readonly postgres: (sql: string) => PostgresTree
  readonly other: (sql: string, dialect: Exclude<ParserName, 'postgres'>) => OtherTree
}

/** What those parsers said that accept the text and find no write in it. */
type Accepted = Map<ParserName, ParsedStatement & { readonly kind: 'read' }>

let loading: Promise<SqlReader> | null = null

export function loadSqlReader(): Promise<SqlReader> {
  loading ??= loadParsers().then(createSqlReader, (error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function loadParsers(): Promise<Parsers> {
  const [postgres, other] = await Promise.all([import('libpg-query'), import('sql-parser-cst')])
  await postgres.loadModule()
  const parseOther = other.parse ?? other.default.parse
  return {
    postgres: (sql) => postgres.parseSync(sql) as PostgresTree,
    other: (sql, dialect) => parseOther(sql, { dialect }) as OtherTree,
  }
}

/** Agents repeat their queries; a parse takes milliseconds. */
function createSqlReader(parsers: Parsers): SqlReader {
  const known = new Map<string, SqlReading>()
  const read = (sql: string, context: SqlContext = ANY_ENGINE): SqlReading => {
    const key = `${context.engine ?? ''}\n${context.functions.join('\n')}\n\n${sql}`
    const before = known.get(key)
    if (before !== undefined) return before
    const reading = readWith(parsers, sql, context)
    if (known.size >= REMEMBERED) known.clear()
    if (sql.length <= LONGEST) known.set(key, reading)
    return reading
  }
  return { read }
}

function readWith(parsers: Parsers, sql: string, context: SqlContext): SqlReading {
  const { engine } = context
  // PostgreSQL's parser stops at a NUL, and the database may not.
  if (sql.includes('\0')) return unparsed(say('holdsNul'))
  if (sql.length > LONGEST) return unparsed(say('longerThan', { n: LONGEST }))
  const comments = engine === null || engine === 'mysql' || engine === 'mariadb'
  if (comments && holdsRunningComment(sql)) return { kind: 'write', why: say('commentRuns') }
  if (depthOf(sql) > DEEPEST) return unparsed(say('deeperThan', { n: DEEPEST }))
  const text = agreedText(sql, engine)
  if (text !== null && isMetadataQuestion(text.code)) return { kind: 'read', why: 'It asks for metadata.' }

  const accepted: Accepted = new Map()
  const ask = (names: readonly ParserName[]): SqlReading | null => {
    for (const name of names) {
      const parsed = parse(parsers, name, sql, text, engine)
      if (parsed?.kind === 'write') return parsed
      if (parsed !== null) accepted.set(name, parsed)
    }
    return null
  }
  const write = ask(engine === null ? FIRST : PARSERS_OF[engine])
  if (write !== null) return write
  let found = whyNoRead(accepted, context)
  if (engine === null && (accepted.size === 0 || found?.kind === 'doubtful')) {
    const late = ask(RELATIVES)
    if (late !== null) return late
    found = whyNoRead(accepted, context)
  }
  return conclude(accepted.size > 0, text, engine, found)
}

function conclude(
  parses: boolean,
  text: AgreedText | null,
  engine: SqlEngine | null,
  found: NotARead | null,
): SqlReading {
  if (!parses) return unparsed(say('noParser'))
  if (text === null) return { kind: 'doubtful', why: say('databasesDiffer') }
  const word = engine === null || engine === 'sqlserver' ? bareStatementWord(text.code) : null
  if (word !== null) return { kind: 'write', why: say('bareWord', { word: word.toUpperCase() }) }
  return found ?? { kind: 'read', why: 'It only reads, in every dialect that accepts it.' }
}

/** The worst that can be said of what is called in it. */
function whyNoRead(accepted: Accepted, { engine, functions }: SqlContext): NotARead | null {
  const accepting = [...accepted.keys()]
  const added = new Set(functions.flatMap((name) => [name, name.toLowerCase()]))
  let worst: NotARead | null = null
  for (const [parser, { calls, operators, uncertain }] of accepted) {
    for (const call of calls) {
      const found = whyNotARead(call, parser, accepting, engine, added)
      if (found?.kind === 'write') return found
      worst ??= found
    }
    // Another parser that accepts the text knows its operators as those of its engine.
    const [first] = accepting.length === 1 ? [...uncertain, ...operators] : uncertain
    if (first !== undefined) worst ??= { kind: 'doubtful', why: first }
  }
  return worst
}

/** `null`: the parser does not accept the text. */
function parse(
  parsers: Parsers,
  name: ParserName,
  sql: string,
  text: AgreedText | null,
  engine: SqlEngine | null,
): ParsedStatement | null {
  if (name === 'postgres') return attempt(() => readPostgres(parsers.postgres(sql), engine))
  // This parser knows comments that not every engine does, so it is given none.
  const bare = text?.bare ?? sql
  if (holdsOurWords(bare)) return null
  const other = (given: string): ParsedStatement | null => attempt(() => readOtherDialect(parsers.other(given, name)))
  // Nor does SQLite know `#`, which the parser takes for a comment.
  if (name === 'sqlite') return text?.code.includes('#') === true ? null : other(bare)
  if (name === 'bigquery') return other(bare)
  const dashed = withMysqlDashes(bare)
  return other(dashed) ?? other(plainMysql(dashed))
}

function attempt(read: () => ParsedStatement | null): ParsedStatement | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Brackets open at once, strings and all: counted too high rather than too low. */
function depthOf(sql: string): number {
  let deepest = 0
  let open = 0
  for (const character of sql) {
    if (character === '(' || character === '[') deepest = Math.max(deepest, ++open)
    else if (character === ')' || character === ']') open = Math.max(0, open - 1)
  }
  return deepest
}

function unparsed(why: string): SqlReading {
  return { kind: 'unparsed', why }
}

/**
 * MySQL's questions about the database itself (`SHOW TABLES`, `DESCRIBE orders`), which the parsers do not know.
 * Recognised only in their plain form: names, patterns and nothing that could carry another statement.
 */
const NAME = `(?:\\w+|''|"")`
const SHOW = new RegExp(`^show(?:\\s+(?!into\\b)(?:${NAME}(?:\\.${NAME})*|=|,|<|>))+$`, 'i')
const DESCRIBE = new RegExp(`^(?:describe|desc)\\s+(?:table\\s+)?(?!analyze\\b)${NAME}(?:\\.${NAME})*$`, 'i')

/** `code` is the statement without strings and quoted names (which read `''` and `""`) and comments. */
function isMetadataQuestion(code: string): boolean {
  const statement = code.trim().replace(/;$/, '').trim()
  return SHOW.test(statement) || DESCRIBE.test(statement)
}

/**
 * SQL Server begins a new statement at its first word, without a separator (`SELECT 1 DELETE FROM t`), and no parser
 * here knows that. To the others such a word is an alias or no SQL at all, so it is looked for in the code.
 */
const ALWAYS =
  /(?<![\w.@$])(?:delete|insert|update|merge|drop|truncate|alter|grant|revoke|exec|execute|shutdown|kill|waitfor|dbcc|reconfigure)(?![\w$]|\s*[.(])/i

/**
 * Statements of one word, which are columns of many tables too: a statement only where something complete stands
 * before.
 */
const ALONE: ReadonlySet<string> = new Set(['checkpoint', 'commit', 'rollback', 'revert', 'throw', 'return', 'setuser'])

/** What does not end an operand: after these an alias cannot stand, and no new statement either. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `select distinct all from where and or not in is like between on as by order group having union intersect except join left
   right inner outer cross full natural using case when then else with recursive limit offset asc desc nulls over partition
   top into values table any some exists collate escape ilike similar to rows range preceding following lateral qualify
   window return returning set interval at zone time`.split(/\s+/),
)

const TOKEN = /[\p{L}_@#$][\p{L}\p{N}_@#$]*|\d[\w.]*|''|""|[^\s]/gu

/** The word that SQL Server would take for a statement, or `null`. `code` has no strings and no comments. */
function bareStatementWord(code: string): string | null {
  const always = ALWAYS.exec(code)
  if (always !== null) return always[0]
  let before = ''
  for (const [token] of code.matchAll(TOKEN)) {
    const word = token.toLowerCase()
    if (ALONE.has(word) && endsOperand(before)) return token
    before = word
  }
  return null
}

function endsOperand(token: string): boolean {
  return /^(?:[\p{L}\p{N}_@#$].*|''|""|[)\]*])$/u.test(token) && !KEYWORDS.has(token)
}
