/** Every text of the inbox, in the languages it speaks. */
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import type { WordTable } from './word-table.ts'

export type Words = WordTable

export function chooseWords(locale: string): Words {
  return locale.toLowerCase().startsWith('zh') ? CHINESE : ENGLISH
}
