// The words of the card as its bundle carries them: names with English, then Chinese, each in one text. Characters of
// one kind compress well beside each other. A host still sets words by their names.
const SEPARATOR = '|'
const TABLE = /const WORDS = (\{[^]*?\n\})(?: as const)?;?\n/
const READING = /Object\.entries\(WORDS\)\.map\([^;\n]*\);?\n/

/** @param {string} source the module with the table, compiled or not */
export async function wordsIn(source) {
  const [, table] = TABLE.exec(source) ?? []
  if (table === undefined) throw new Error('The table of words is not where it was.')
  return (await import(`data:text/javascript,export default ${encodeURIComponent(table)}`)).default
}

/** Texts as one. */
export function joined(texts) {
  if (texts.some((text) => text.includes(SEPARATOR))) throw new Error(`A word of the card has a "${SEPARATOR}".`)
  return texts.join(SEPARATOR)
}

/** The module with another table, and another way to read it. */
export function withTable(source, table, reading) {
  return replaced(replaced(source, TABLE, table), READING, `${reading}\n`)
}

export function replaced(source, part, other) {
  if (!part.test(source)) throw new Error(`What the build replaces is written in another way: ${part} is gone.`)
  return source.replace(part, () => other)
}

/**
 * @param {(name: string, text: string) => string} keep takes a text and answers the code that gives it back
 */
export async function tightWords(source, keep) {
  const words = Object.entries(await wordsIn(source))
  const english = keep('english', joined(words.flatMap(([name, [text]]) => [name, text])))
  const chinese = keep('chinese', joined(words.map(([, [, text]]) => text)))
  return withTable(
    source,
    `const ENGLISH = ${english}.split('${SEPARATOR}')\nconst CHINESE = ${chinese}.split('${SEPARATOR}')\n`,
    'CHINESE.map((text, at) => [ENGLISH[at * 2], column ? text : ENGLISH[at * 2 + 1]])',
  )
}
