/**
 * SQL Server begins a new statement at its first word, without a separator (`SELECT 1 DELETE FROM t`), and no parser here knows
 * that. To the others such a word is an alias or no SQL at all, so it is looked for in the code.
 */
const ALWAYS =
  /(?<![\w.@$])(?:delete|insert|update|merge|drop|truncate|alter|grant|revoke|exec|execute|shutdown|kill|waitfor|dbcc|reconfigure)(?![\w$]|\s*[.(])/i

/** Statements of one word, which are columns of many tables too: a statement only where something complete stands before. */
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
export function bareStatementWord(code: string): string | null {
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
