/**
 * What MySQL writes and the parser for it does not know, said in words that it does. Only how a call is spelt changes,
 * never what is called: a statement that means something else afterwards would be a hole.
 */

/** Functions that the parser takes for keywords alone. */
const KEYWORD_CALL =
  /(?<![\w.@$`])(char|convert|current_(?:date|role|timestamp|time|user)|database|default|grouping|insert|localtimestamp|localtime|mod|position|repeat|replace|schemas?|utc_(?:date|timestamp|time))(?=\s*\()/gi
const CALLED = 'hold_called_'

/** MySQL takes `--` for two minus signs unless white space follows; the parser takes it for a comment. */
export function withMysqlDashes(sql: string): string {
  return sql.replace(/--(?=[^ \t\r\n])/g, '- -')
}

export function plainMysql(sql: string): string {
  return sql
    .replace(/\bas\s+(?:un)?signed(?:\s+int(?:eger)?)?(?=\s*\))/gi, 'AS DECIMAL')
    .replace(/\bseparator\s+(?=['"])/gi, ', ')
    .replace(/\b(convert\s*\([^()'"]+?)\s+using\s+(\w+)(?=\s*\))/gi, '$1, $2')
    .replace(
      /\b(convert\s*\([^()'"]+?),\s*(?:char|(?:un)?signed|date|datetime|time|binary|json|decimal)\b(?:\(\d+\))?\s*\)/gi,
      '$1)',
    )
    .replace(/@@(?:(?:global|session|local|persist)\.)?(?=\w)/gi, '@')
    .replace(/\b(trim\s*\(\s*)(?:both|leading|trailing)\s+('[^'\\]*'|"[^"\\]*")\s+from\s/gi, '$1$2, ')
    .replace(/\b((?:substring|substr|mid)\s*\([^()'"]+?)\s+from\s+(\d+)(?:\s+for\s+(\d+))?(?=\s*\))/gi, '$1, $2')
    .replace(/\s(?:use|force|ignore)\s+(?:index|key)\s*\([\w\s,`]*\)/gi, ' ')
    .replace(KEYWORD_CALL, `${CALLED}$1`)
}

/** A statement that uses our own mark could pass one function off as another. */
export function holdsOurWords(sql: string): boolean {
  return sql.toLowerCase().includes(CALLED)
}

/** The name that was called, before `plainMysql`. */
export function calledInMysql(name: string): string {
  return name.startsWith(CALLED) ? name.slice(CALLED.length) : name
}
