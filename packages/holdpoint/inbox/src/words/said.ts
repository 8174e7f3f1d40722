/** What the service says in sentences of its own, in the language of the page; texts of others never pass through here. */
import { translate } from '@holdpoint/core/sentence'
import type { Words } from './words.ts'

export function said(sentence: string, { language }: Words): string {
  return translate(sentence, language)
}
