/**
 * Where a string or a comment ends differs between databases: a backslash, `#`, `--x`, a nested comment or `$$` can hide a
 * statement from one that another runs. Text that databases cut differently is trusted only if all of them read it.
 */
export interface LexicalRules {
  readonly backslashEscapes: boolean
  readonly hashComments: boolean
  /** MySQL: `--` begins a comment only before white space. */
  readonly dashNeedsSpace: boolean
  readonly nestedComments: boolean
  readonly dollarQuotes: boolean
  readonly bracketNames: boolean
}

const POSTGRES: LexicalRules = {
  backslashEscapes: false,
  hashComments: false,
  dashNeedsSpace: false,
  nestedComments: true,
  dollarQuotes: true,
  bracketNames: false,
}
const MYSQL: LexicalRules = {
  ...POSTGRES,
  backslashEscapes: true,
  hashComments: true,
  dashNeedsSpace: true,
  nestedComments: false,
  dollarQuotes: false,
}
const SQLITE: LexicalRules = { ...POSTGRES, nestedComments: false, dollarQuotes: false, bracketNames: true }
const BIGQUERY: LexicalRules = { ...MYSQL, dashNeedsSpace: false }

/** The text without strings and comments, or `null` where the databases would not agree on what that is. */
export function agreedCode(sql: string): string | null {
  const [first, ...others] = [POSTGRES, MYSQL, SQLITE, BIGQUERY].map((rules) => codeOf(sql, rules))
  return first !== undefined && others.every((other) => other === first) ? first : null
}

/** For parsers that take every `--` for a comment: breaks up those that MySQL takes for two minus signs. */
export function withMysqlDashes(sql: string): string {
  return sql.replace(/--(?=[^\s])/g, '- -')
}

function codeOf(sql: string, rules: LexicalRules): string {
  let code = ''
  let at = 0
  while (at < sql.length) {
    const end = endOfQuoted(sql, at, rules)
    if (end !== null) {
      code += "''"
      at = end
      continue
    }
    const commentEnd = endOfComment(sql, at, rules)
    if (commentEnd !== null) {
      code += ' '
      at = commentEnd
      continue
    }
    code += sql.charAt(at++)
  }
  return code
}

function endOfQuoted(sql: string, at: number, rules: LexicalRules): number | null {
  const quote = sql.charAt(at)
  if (quote === "'" || quote === '"' || quote === '`')
    return endOfQuote(sql, at, quote, rules.backslashEscapes && quote !== '`')
  if (quote === '$' && rules.dollarQuotes && !/[\w$]/.test(sql.charAt(at - 1))) {
    const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 70))?.[0]
    if (tag === undefined) return null
    const close = sql.indexOf(tag, at + tag.length)
    return close === -1 ? sql.length : close + tag.length
  }
  if (quote === '[' && rules.bracketNames) {
    const close = sql.indexOf(']', at)
    const inside = sql.slice(at, close === -1 ? sql.length : close)
    // `a[1]` reads the same everywhere; only what could open or close something else makes a difference.
    return /['"`#;$\\]|--|\/\*|\*\//.test(inside) ? (close === -1 ? sql.length : close + 1) : null
  }
  return null
}

function endOfQuote(sql: string, from: number, quote: string, backslashEscapes: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    const character = sql.charAt(at)
    if (character === '\\' && backslashEscapes) at++
    else if (character === quote) {
      if (sql.charAt(at + 1) !== quote) return at + 1
      at++
    }
  }
  return sql.length
}

function endOfComment(sql: string, at: number, rules: LexicalRules): number | null {
  const two = sql.slice(at, at + 2)
  const isLine = two === '--' && !(rules.dashNeedsSpace && /[^\s]/.test(sql.charAt(at + 2)))
  if (isLine || (rules.hashComments && two.startsWith('#'))) {
    const lineEnd = sql.slice(at).search(/[\r\n]/)
    return lineEnd === -1 ? sql.length : at + lineEnd
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
  return sql.length
}
