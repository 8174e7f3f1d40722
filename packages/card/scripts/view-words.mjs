// The words of the card and of its view, as the view carries them: a language is one text, and a word is known by its
// place in it. Chinese stands at the end of the script: characters of one kind compress well beside each other.
import { joined, replaced, withTable, wordsIn } from './tight-words.mjs'

/** Looked up by a value of the invocation, so they keep their names. */
const NAMED =
  'pending running success error cancelled trusted untrusted unknown connected connecting disconnected content json form high medium low same any where anything equal at-most between one-of under starting-with wrongLimit nothingFixed arguments result'

/** Words of parts that a host's view never draws. */
const UNSAID = [
  'claim noClaim laterClaim quorum noPreview hours8 always retry retryWarning runAgain confirm decline',
  'runsIn runsInClient comesFrom fromWorkspace fromConversation fromMessage fromToolCall fromTrace',
].join(' ')

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
  const column = (index) => joined(texts.map((pair) => pair[index]))
  const placeOf = (name) => {
    if (!names.includes(name)) throw new Error(`"${name}" is no word of the card.`)
    return names.indexOf(name)
  }
  return {
    english: column(0),
    chinese: column(1),
    /** The table of the card. */
    card: withTable(
      card,
      `const NAMES = '${NAMED}'.split(' ');\n`,
      "(column ? CHINESE : ENGLISH).split('|').map((text, at) => [NAMES[at] ?? at, text]);",
    ),
    /** What the view itself says, behind it. */
    view: replaced(view, /return WORDS\[name\]\[(.*)\]/, "return (isChinese() ? CHINESE : ENGLISH).split('|')[name]"),
    inCard: (source) =>
      source.replace(/(\bmessages|#words)\.(\w+)/g, (said, table, name) =>
        NAMED.split(' ').includes(name) ? said : `${table}[${placeOf(name)}]`,
      ),
    inView: (source) => {
      const placed = source.replace(
        /\bword\('(\w+)'\)/g,
        (_said, name) => `word(${names.length + Object.keys(own).indexOf(name)})`,
      )
      // A word that is chosen later would have no place, and its button no text.
      if (/\bword\((?!\d)/.test(placed)) throw new Error('The view asks for a word by something else than its name.')
      return placed
    },
  }
}
