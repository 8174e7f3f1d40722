/**
 * What the view is told in words of ours: in English, and once more in every other language, since it has no room for tables
 * of its own. It puts those of its host's language in place of the English ones.
 */
import { OTHER_LANGUAGES } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'

const ENGLISH = 'en'

export function inAllWords(wordsIn: (locale: string) => JsonObject): JsonObject {
  return { ...wordsIn(ENGLISH), said: inOtherWords(wordsIn) }
}

/** By the language alone: a view is told a region that makes no difference. */
export function inOtherWords(wordsIn: (locale: string) => JsonObject): JsonObject {
  return Object.fromEntries(OTHER_LANGUAGES.map((language) => [language.slice(0, 2), wordsIn(language)]))
}
