/**
 * Reads SQL with real parsers: PostgreSQL's own, and one for MySQL, MariaDB, SQLite and BigQuery. Which database stands
 * behind a tool is unknown, so a read has to be one in every dialect that accepts the text, and a write in any dialect is a
 * write. It refuses to guess at what no parser accepts.
 *
 * The parsers are large: they are loaded once, when the first SQL argument appears.
 */
import { agreedCode, withMysqlDashes } from './lexical-agreement.ts'
import { isMetadataQuestion } from './metadata-question.ts'
import { readOtherDialect } from './other-dialects.ts'
import type { OtherTree } from './other-dialects.ts'
import { readPostgres } from './postgres-reading.ts'
import type { PostgresTree } from './postgres-reading.ts'
import type { SqlReader, SqlReading } from './sql-reader.ts'
import { say } from '../sentence/say.ts'

/** Beyond these a parser may take seconds or exhaust its stack; nobody reads such a statement either. */
const LONGEST = 50_000
const DEEPEST = 40
const REMEMBERED = 200

/** Statement words that some database runs without a separator before them (`SELECT 1 DELETE FROM t`). */
const BARE_STATEMENT_WORD =
  /(?<![\w.@$])(?:delete|insert|update|merge|drop|truncate|alter|grant|revoke|exec|execute|shutdown|kill|waitfor|dbcc|reconfigure)(?![\w$]|\s*[.(])/i

type Dialect = 'mysql' | 'mariadb' | 'sqlite' | 'bigquery'

/** What one parser said; `null`: it does not accept the text. */
type Attempt = SqlReading | null

interface Parsers {
  readonly postgres: (sql: string) => PostgresTree
  readonly other: (sql: string, dialect: Dialect) => OtherTree
}

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
  const read = (sql: string): SqlReading => {
    const before = known.get(sql)
    if (before !== undefined) return before
    const reading = readWith(parsers, sql)
    if (known.size >= REMEMBERED) known.clear()
    if (sql.length <= LONGEST) known.set(sql, reading)
    return reading
  }
  return { read }
}

function readWith(parsers: Parsers, sql: string): SqlReading {
  // PostgreSQL's parser stops at a NUL, and the database may not.
  if (sql.includes('\0')) return unparsed(say('holdsNul'))
  if (sql.length > LONGEST) return unparsed(say('longerThan', { n: LONGEST }))
  // MySQL and MariaDB run what other databases take for a comment.
  if (/\/\*M?!/.test(sql)) return { kind: 'write', why: say('commentRuns') }
  if (depthOf(sql) > DEEPEST) return unparsed(say('deeperThan', { n: DEEPEST }))
  const code = agreedCode(sql)
  if (code !== null && isMetadataQuestion(code)) return { kind: 'read', why: 'It asks for metadata.' }

  const postgres = attempt(() => readPostgres(parsers.postgres(sql)))
  if (postgres?.kind === 'write') return postgres
  const readings = new Map<string, Attempt>([['postgres', postgres]])
  for (const dialect of ['mysql', 'sqlite', 'mariadb', 'bigquery'] as const) {
    // Close relatives are asked only about what the first three do not know.
    if ((dialect === 'mariadb' || dialect === 'bigquery') && [...readings.values()].some((reading) => reading !== null))
      break
    const text = dialect === 'mysql' || dialect === 'mariadb' ? withMysqlDashes(sql) : sql
    const reading = attempt(() => readOtherDialect(parsers.other(text, dialect)))
    if (reading?.kind === 'write') return reading
    readings.set(dialect, reading)
  }
  return conclude(readings, code)
}

function conclude(readings: ReadonlyMap<string, Attempt>, code: string | null): SqlReading {
  const reads = [...readings.values()].some((reading) => reading !== null)
  if (!reads) return unparsed(say('noParser'))
  if (code === null && ['postgres', 'mysql', 'sqlite'].some((dialect) => readings.get(dialect) === null)) {
    return unparsed(say('databasesDiffer'))
  }
  const word = code === null ? null : BARE_STATEMENT_WORD.exec(code)
  if (word !== null) return { kind: 'write', why: say('bareWord', { word: word[0].toUpperCase() }) }
  return { kind: 'read', why: 'It only reads, in every dialect that accepts it.' }
}

function attempt(read: () => Attempt): Attempt {
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
