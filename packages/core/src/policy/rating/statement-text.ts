/**
 * Tells a statement that writes from words to search for, by its text alone, where no parser accepts it: T-SQL, Cypher,
 * GraphQL and whatever else a database runs. Words that open few searches are high at once; words that open many
 * (`create react app`) are high unless all that follows is prose. One pass each: no text can make it slow.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const READING_OPENERS = words('select with explain values table show describe desc pragma')

/** Statements whatever follows. */
const ALWAYS = words(`
  insert delete drop alter truncate grant revoke exec execute declare shutdown kill backup restore dbcc detach attach vacuum
  reindex checkpoint reconfigure deny undrop waitfor
`)

/** Those of them that are complete statements. */
const ALONE = words('shutdown vacuum reindex checkpoint reconfigure use call start stop begin lock flush reset')

/** A statement may have just two words. */
const SHORT = words('use call start stop begin lock flush reset install uninstall purge unload savepoint')

const OFTEN = words(`
  update create set if merge match remove replace rename copy comment import load refresh do mutation unwind optional
  foreach handler change optimize repair analyze cache prepare listen notify discard disable enable bulk print go while
  raiserror throw subscription query fragment upsert put
`)

/** In prose these make a statement of it after all. */
const OBJECTS =
  /\b(?:tables?|databases?|schemas?|index|view|users?|logins?|roles?|functions?|proc|procedures?|triggers?|sequence|type|column|constraint|into|or\s+replace|materialized|temporary|temp|tablespace|extension|publication|subscription|collection|keyspace|warehouse|password|transaction|tran)\b/i
const PROSE = /^[\p{L}\p{N}\s,!?'’-]*[.?!]?$/u
const WORD = /[\p{L}\p{N}_]+/gu
const CYPHER_WRITES = words('create merge set delete detach remove drop foreach load')

/** Whether the parsers should look at it. */
export function beginsLikeSql(text: string): boolean {
  const [opener] = openersOf(text)
  return opener !== undefined && (READING_OPENERS.has(opener) || isWriteWord(opener))
}

/** Whether a text that no parser accepts reads like a statement that writes. */
export function writesByText(text: string): boolean {
  const code = withoutComments(text)
  const [opener, ...later] = openersOf(text)
  if (opener === undefined) return false
  // Most texts are words to search for, and end here.
  if (later.length === 0 && !READING_OPENERS.has(opener) && !isWriteWord(opener) && !code.includes('{')) return false
  const all = (code.toLowerCase().match(WORD) ?? []) as readonly string[]
  // A word to search for: in no language is it a statement without an object.
  if (all.length === 1 && !ALONE.has(opener)) return false
  if (ALWAYS.has(opener)) return true
  const isProse = PROSE.test(code.trim())
  // Prose has no separators; after one, a statement begins anew.
  if (!isProse && later.some((word) => isWriteWord(word))) return true
  if (code.includes('{') && all.includes('mutation')) return true
  if (READING_OPENERS.has(opener) || isWriteWord(opener)) {
    if (all.some((word) => ALWAYS.has(word))) return true
    if (!isProse && all.some((word) => CYPHER_WRITES.has(word) || word === 'into')) return true
  }
  if (READING_OPENERS.has(opener)) return false
  if (SHORT.has(opener)) return !isProse || all.length < 3 || OBJECTS.test(code)
  if (!OFTEN.has(opener)) return false
  // `MATCH (n) RETURN n` and `query { me }` read, however they are written.
  if (/^(?:match|unwind|optional|query|fragment|subscription|print|go)$/.test(opener)) return false
  return !isProse || OBJECTS.test(code)
}

function isWriteWord(word: string): boolean {
  return ALWAYS.has(word) || SHORT.has(word) || OFTEN.has(word)
}

/** The first word of the text, then of each part after a separator; lower case. */
function openersOf(text: string): readonly string[] {
  const openers: string[] = []
  for (const part of withoutComments(text).split(/[;\r\n]/)) {
    const word = /^[^\p{L}\p{N}_"'`@$]*([\p{L}_]+)/u.exec(part)?.[1]
    if (word !== undefined) openers.push(word.normalize('NFKC').toLowerCase())
  }
  return openers
}

/** Without `-- …`, `/* … *\/` and lines that begin with `#`. */
function withoutComments(text: string): string {
  if (!text.includes('--') && !text.includes('/*') && !text.includes('#')) return text
  let code = ''
  let at = 0
  const mark = /\/\*|--|(?<=^|[\r\n])[^\S\r\n]{0,80}#/g
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    code += `${text.slice(at, found.index)} `
    if (found[0] === '/*') {
      const end = text.indexOf('*/', found.index + 2)
      at = end === -1 ? text.length : end + 2
    } else {
      const lineEnd = /[\r\n]/g
      lineEnd.lastIndex = found.index
      at = lineEnd.exec(text)?.index ?? text.length
    }
    mark.lastIndex = at
  }
  return code + text.slice(at)
}
