/** Every text of the inbox, in the languages it speaks. How a hold stands is said in the words of its card. */
import { chooseMessages, stateWords } from '@holdpoint/card/presentation'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import type { WordTable } from './word-table.ts'

export interface Words extends WordTable {
  readonly states: { readonly [state: string]: string }
}

const ALL: readonly Words[] = [ENGLISH, CHINESE].map((table) => ({
  ...table,
  states: stateWords(chooseMessages(table.language)),
}))

export function chooseWords(locale: string): Words {
  const [english, chinese] = ALL as readonly [Words, Words]
  return locale.toLowerCase().startsWith('zh') ? chinese : english
}
