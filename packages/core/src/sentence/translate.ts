/**
 * Turns a sentence of ours into the language of whoever looks, by finding the template it was made from. What is not
 * recognised stays as it was said; values stay as they are, so that no text of an agent, a server or a person is ever turned.
 */
import { CATALOGUE } from './catalogue.ts'
import type { SentenceName } from './catalogue.ts'
import { otherLanguage } from './language.ts'
import { fillTemplate, matchTemplate, readTemplate } from './slots.ts'
import type { Template } from './slots.ts'

interface KnownSentence {
  readonly english: Template
  readonly chinese: Template
  /** How many characters stand beside its values. */
  readonly weight: number
}

/** Nobody reads a longer one, and no template makes one without a value that long. */
const LONGEST = 20_000
/** A rule's answer, its rating, the SQL that was read, the reason for that. */
const DEEPEST = 5
const MOST_LOOKS = 1000

/** Too few words of their own to be told from what somebody else says: said anew from their values, never recognised. */
export const NEVER_RECOGNISED: ReadonlySet<string> = new Set<SentenceName>(['callOn', 'undoTitle'])

let sentences: readonly KnownSentence[] | null = null

export function translate(sentence: string, locale: string): string {
  if (otherLanguage(locale) === null || sentence.length > LONGEST) return sentence
  return inChinese(sentence, { looksLeft: MOST_LOOKS, known: new Map() }, DEEPEST).text
}

interface Search {
  /** Values can be made of templates; there is an end to trying them. */
  looksLeft: number
  readonly known: Map<string, Turned>
}

interface Turned {
  readonly text: string
  /** How many characters of the sentence were words of ours. */
  readonly words: number
}

/** Of all templates that fit, the one by which most of the sentence is words of ours: a value explains nothing. */
function inChinese(sentence: string, search: Search, depth: number): Turned {
  const before = search.known.get(`${depth} ${sentence}`)
  if (before !== undefined) return before
  let best: Turned = { text: sentence, words: 0 }
  if (search.looksLeft-- <= 0) return best
  sentences ??= knownSentences()
  for (const { english, chinese, weight } of sentences) {
    const values = matchTemplate(english, sentence)
    if (values === null) continue
    let words = weight
    const filled = english.slots.map(({ name, isSentence }, index) => {
      const value = values[index] ?? ''
      if (!isSentence || depth === 0) return [name, value]
      const turned = inChinese(value, search, depth - 1)
      words += turned.words
      return [name, turned.text]
    })
    if (words > best.words) {
      best = { text: fillTemplate(chinese, Object.fromEntries(filled) as { readonly [name: string]: string }), words }
    }
  }
  search.known.set(`${depth} ${sentence}`, best)
  return best
}

function knownSentences(): readonly KnownSentence[] {
  return Object.entries(CATALOGUE)
    .filter(([name]) => !NEVER_RECOGNISED.has(name))
    .map(([, [text, chinese]]) => {
      const english = readTemplate(text)
      return { english, chinese: readTemplate(chinese), weight: english.fixed.join('').length }
    })
}
