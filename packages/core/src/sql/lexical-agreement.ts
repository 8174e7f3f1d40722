/**
 * Where a string or a comment ends differs between databases: a backslash, `#`, `--x`, a nested comment, `$$`, a lone
 * carriage return or a blank that only some take for one can hide a statement from one that another runs. Text that the
 * databases in question would cut differently, or that holds characters which some of them take for blanks, quotes or
 * letters, has no agreed code, and is never a read.
 */
import type { SqlEngine } from './sql-reader.ts'

interface LexicalRules {
  readonly backslashEscapes: boolean
  /** PostgreSQL: only in `E'…'`. */
  readonly escapeStrings: boolean
  /** BigQuery: `'''…'''`. */
  readonly tripleQuotes: boolean
  readonly hashComments: boolean
  /** Snowflake: `// …`. */
  readonly slashComments: boolean
  /** MySQL: `--` begins a comment only before white space. */
  readonly dashNeedsSpace: boolean
  /** PostgreSQL and BigQuery end a line at a lone carriage return. */
  readonly returnEndsLine: boolean
  readonly nestedComments: boolean
  readonly dollarQuotes: boolean
  readonly bracketNames: boolean
  /** Runs nothing of a text whose last string or comment does not end; others run what stands before it. */
  readonly readsWholeFirst: boolean
}

const POSTGRES: LexicalRules = {
  backslashEscapes: false,
  escapeStrings: true,
  tripleQuotes: false,
  hashComments: false,
  slashComments: false,
  dashNeedsSpace: false,
  returnEndsLine: true,
  nestedComments: true,
  dollarQuotes: true,
  bracketNames: false,
  readsWholeFirst: true,
}
const MYSQL: LexicalRules = {
  ...POSTGRES,
  backslashEscapes: true,
  escapeStrings: false,
  hashComments: true,
  dashNeedsSpace: true,
  returnEndsLine: false,
  nestedComments: false,
  dollarQuotes: false,
  readsWholeFirst: false,
}
/** `sql_mode` NO_BACKSLASH_ESCAPES. */
const MYSQL_WITHOUT_BACKSLASH: LexicalRules = { ...MYSQL, backslashEscapes: false }
const SQLITE: LexicalRules = {
  ...MYSQL_WITHOUT_BACKSLASH,
  hashComments: false,
  dashNeedsSpace: false,
  bracketNames: true,
}
const BIGQUERY: LexicalRules = {
  ...MYSQL,
  tripleQuotes: true,
  dashNeedsSpace: false,
  returnEndsLine: true,
  readsWholeFirst: true,
}
const SNOWFLAKE: LexicalRules = {
  ...BIGQUERY,
  tripleQuotes: false,
  hashComments: false,
  slashComments: true,
  dollarQuotes: true,
}

const ANY: readonly LexicalRules[] = [POSTGRES, MYSQL, SQLITE, BIGQUERY, SNOWFLAKE]
/** An engine that several parsers stand in for has to be cut like all of theirs. */
const RULES: { readonly [engine in SqlEngine]: readonly LexicalRules[] } = {
  postgres: [POSTGRES],
  mysql: [MYSQL, MYSQL_WITHOUT_BACKSLASH],
  mariadb: [MYSQL, MYSQL_WITHOUT_BACKSLASH],
  sqlite: [SQLITE],
  bigquery: [BIGQUERY],
  duckdb: [POSTGRES],
  snowflake: ANY,
  sqlserver: ANY,
}

export interface AgreedText {
  /** Strings read `''`, quoted names `""`, comments a blank. */
  readonly code: string
  /** The text itself without its comments: parsers that know other comments than the engine are given this. */
  readonly bare: string
}

/** `null` where the databases would not agree, or might not. */
export function agreedText(sql: string, engine: SqlEngine | null): AgreedText | null {
  let agreed: AgreedText | null = null
  for (const rules of engine === null ? ANY : RULES[engine]) {
    const cut = cutText(sql, rules)
    if (cut === 'odd') return null
    if (cut === 'open') {
      if (rules.readsWholeFirst && engine === null) continue
      return null
    }
    if (agreed !== null && agreed.code !== cut.code) return null
    agreed = cut
  }
  return agreed !== null && engine === null && ODD_PREFIX.test(agreed.code) ? null : agreed
}

/** MySQL and its relatives run what others take for a comment: `/*! … *\/`, MariaDB's `/*M!`, TiDB's `/*T!`. */
export function holdsRunningComment(sql: string): boolean {
  return /\/\*\w?!/.test(sql)
}

function cutText(sql: string, rules: LexicalRules): AgreedText | 'odd' | 'open' {
  let code = ''
  let bare = ''
  let at = 0
  while (at < sql.length) {
    const quoted = endOfQuoted(sql, at, rules)
    if (quoted !== null) {
      if (quoted === -1) return 'open'
      code += sql.charAt(at) === "'" || sql.charAt(at) === '$' ? "''" : '""'
      bare += sql.slice(at, quoted)
      at = quoted
      continue
    }
    const comment = endOfComment(sql, at, rules)
    if (comment !== null) {
      if (comment === -1) return 'open'
      if (ODD_IN_COMMENT.test(sql.slice(at, comment))) return 'odd'
      code += ' '
      bare += ' '
      at = comment
      continue
    }
    PLAIN.lastIndex = at
    const run = PLAIN.exec(sql)?.[0] ?? sql.charAt(at)
    if (ODD_IN_CODE.test(run)) return 'odd'
    code += run
    bare += run
    at += run.length
  }
  return code.normalize('NFKC') === code ? { code, bare } : 'odd'
}

/** Nothing in it opens or closes anything, under any rules. */
const PLAIN = /[\w \t\r\n,.()=<>+*;:|&%!~^{}@?\]\\]+/y

/**
 * Outside quotes: blanks and line ends other than ASCII's four, quotes that are none everywhere, and what cannot be
 * seen. Of compatibility characters (`ｓ`, `ſ`) some databases make the letter they look like; those are recognised by
 * their normal form.
 */
const ODD_IN_CODE = /[^\t\n\r -~\p{L}\p{M}\p{N}\p{Cs}]|[\u02b0-\u02ff]/u
/** What some database takes for the end of a line. */
const ODD_IN_COMMENT = /(?![\t\n\r])\p{Cc}|[\u2028\u2029]/u
/** `U&'…'` and `q'…'` are strings of their own kind to some, and an operator or a name before a string to others. */
const ODD_PREFIX = /(?<![\w$])(?:u&|n?q)(?:''|"")/i

/** -1: it does not end. `null`: nothing quoted begins here. */
function endOfQuoted(sql: string, at: number, rules: LexicalRules): number | null {
  const quote = sql.charAt(at)
  if (quote === "'" || quote === '"' || quote === '`') {
    const triple = quote.repeat(3)
    if (rules.tripleQuotes && quote !== '`' && sql.startsWith(triple, at)) return endOfQuote(sql, at, triple, true)
    const escapes = quote !== '`' && (rules.backslashEscapes || (quote === "'" && isEscapeString(sql, at, rules)))
    return endOfQuote(sql, at, quote, escapes)
  }
  if (quote === '$' && rules.dollarQuotes && !/[\w$\u0080-\uffff]/.test(sql.charAt(at - 1))) {
    const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 70))?.[0]
    if (tag === undefined) return null
    const close = sql.indexOf(tag, at + tag.length)
    return close === -1 ? -1 : close + tag.length
  }
  if (quote === '[' && rules.bracketNames) {
    const close = sql.indexOf(']', at)
    const inside = sql.slice(at, close === -1 ? sql.length : close)
    // `a[1]` and `ARRAY['a', 'b']` end alike everywhere; only what could open or close something else makes a
    // difference.
    if (!/['"`#;$\\]|--|\/\*|\*\/|\/\//.test(inside.replace(/'[^'"`\\]*'|"[^'"`\\]*"/g, ''))) return null
    return close === -1 ? -1 : close + 1
  }
  return null
}

function isEscapeString(sql: string, at: number, rules: LexicalRules): boolean {
  return rules.escapeStrings && /^(?:|.*[^\w$\u0080-\uffff])e$/is.test(sql.slice(Math.max(0, at - 2), at))
}

function endOfQuote(sql: string, from: number, quote: string, backslashEscapes: boolean): number {
  for (let at = from + quote.length; at < sql.length; at++) {
    if (sql.charAt(at) === '\\' && backslashEscapes) at++
    else if (sql.startsWith(quote, at)) {
      if (quote.length > 1 || sql.charAt(at + 1) !== quote) return at + quote.length
      at++
    }
  }
  return -1
}

function endOfComment(sql: string, at: number, rules: LexicalRules): number | null {
  const two = sql.slice(at, at + 2)
  const isLine =
    (two === '--' && !(rules.dashNeedsSpace && /[^ \t\r\n]/.test(sql.charAt(at + 2)))) ||
    (rules.hashComments && two.startsWith('#')) ||
    (rules.slashComments && two === '//')
  if (isLine) {
    const lineEnd = rules.returnEndsLine ? /[\r\n]/g : /\r?\n/g
    lineEnd.lastIndex = at
    return lineEnd.exec(sql)?.index ?? sql.length
  }
  return two === '/*' ? endOfBlockComment(sql, at + 2, rules.nestedComments) : null
}

function endOfBlockComment(sql: string, from: number, nested: boolean): number {
  let depth = 1
  for (let at = from; at < sql.length; at++) {
    const two = sql.slice(at, at + 2)
    if (two === '*/') {
      depth--
      at++
      if (depth === 0) return at + 1
    } else if (two === '/*' && nested) {
      depth++
      at++
    }
  }
  return -1
}
