/** The title of a call in the language of the page. */
import type { Titles } from '@holdpoint/core'
import type { Words } from './words.ts'

export function shownTitle({ en, zh }: Titles, { language }: Pick<Words, 'language'>): string {
  return language === 'en' ? en : zh
}
