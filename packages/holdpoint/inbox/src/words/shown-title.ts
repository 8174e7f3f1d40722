/** The title of a call in the language of the page, in one line of ours wherever it is said. */
import type { Titles } from '@holdpoint/core'
import { keepInOneLine } from './one-line.ts'
import type { Words } from './words.ts'

export function shownTitle({ en, zh }: Titles, { language }: Pick<Words, 'language'>): string {
  return keepInOneLine(language === 'en' ? en : zh)
}
