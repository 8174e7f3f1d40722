// The words of the card and of its view, as the view carries them: a language is one text, and a word is known by its place in
// it. Chinese stands at the end of the script: characters of one kind compress well beside each other.
const SEPARATOR = '|'

/** Looked up by a value of the invocation, so they keep their names. */
const NAMED =
  'pending running success error cancelled trusted untrusted unknown connected connecting disconnected json form high medium low same any where anything equal at-most between one-of under starting-with wrongLimit nothingFixed'

/** What a host's view is never told, and so never says. */
const UNSAID =
  'trusted untrusted connecting serverError disconnected claim noClaim askedBy through quorum noPreview hours8 always streaming retry retryWarning runAgain'

const TABLE = /const WORDS = (\{[^]*?\n\})(?: as const)?;?\n/

/**
 * @param {string} card the module with the card's table, compiled
 * @param {string} view the module with the view's own
 */
export async function tightWords(card, view) {
  const words = await wordsIn(card)
  const names = [...NAMED.split(' '), ...Object.keys(words).filter((name) => !NAMED.split(' ').includes(name))]
  const own = await wordsIn(view)
  const unsaid = UNSAID.split(' ')
  const texts = [...names.map((name) => (unsaid.includes(name) ? ['', ''] : words[name])), ...Object.values(own)]
  if (texts.flat().some((text) => text.includes(SEPARATOR))) throw new Error(`A word of the card has a "${SEPARATOR}".`)
  const column = (index) => texts.map((pair) => pair[index]).join(SEPARATOR)

  const placeOf = (name) => {
    if (!names.includes(name)) throw new Error(`"${name}" is no word of the card.`)
    return names.indexOf(name)
  }
  return {
    english: column(0),
    chinese: column(1),
    /** The table of the card. */
    card: replaced(
      replaced(card, TABLE, `const NAMES = '${NAMED}'.split(' ');\n`),
      /Object\.entries\(WORDS\)\.map\([^;]*\);/,
      `(column ? CHINESE : ENGLISH).split('${SEPARATOR}').map((text, at) => [NAMES[at] ?? at, text]);`,
    ),
    /** The table of the view, behind it. */
    view: replaced(
      replaced(view, TABLE, ''),
      /WORDS\[name\]\[(.*)\]/,
      `($1 ? CHINESE : ENGLISH).split('${SEPARATOR}')[name]`,
    ),
    inCard: (source) =>
      source.replace(/(\b(?:messages|#words))\.(\w+)/g, (said, table, name) =>
        NAMED.split(' ').includes(name) ? said : `${table}[${placeOf(name)}]`,
      ),
    inView: (source) =>
      source.replace(/\bword\('(\w+)'\)/g, (_said, name) => `word(${names.length + Object.keys(own).indexOf(name)})`),
  }
}

async function wordsIn(source) {
  const [, table] = TABLE.exec(source) ?? []
  if (table === undefined) throw new Error('The table of words is not where it was.')
  return (await import(`data:text/javascript,export default ${encodeURIComponent(table)}`)).default
}

function replaced(source, part, other) {
  if (!part.test(source)) throw new Error(`The words are read in another way: ${part} is gone.`)
  return source.replace(part, other)
}
