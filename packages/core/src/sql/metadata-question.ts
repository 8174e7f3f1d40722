/**
 * MySQL's questions about the database itself (`SHOW TABLES`, `DESCRIBE orders`), which the parsers do not know. Recognised
 * only in their plain form: names, patterns and nothing that could carry another statement.
 */
const NAME = `(?:\\w+|''|"")`
const SHOW = new RegExp(`^show(?:\\s+(?!into\\b)(?:${NAME}(?:\\.${NAME})*|=|,|<|>))+$`, 'i')
const DESCRIBE = new RegExp(`^(?:describe|desc)\\s+(?:table\\s+)?(?!analyze\\b)${NAME}(?:\\.${NAME})*$`, 'i')

/** `code` is the statement without strings and quoted names (which read `''` and `""`) and comments. */
export function isMetadataQuestion(code: string): boolean {
  const statement = code.trim().replace(/;$/, '').trim()
  return SHOW.test(statement) || DESCRIBE.test(statement)
}
