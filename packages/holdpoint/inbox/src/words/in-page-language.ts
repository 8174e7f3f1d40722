/** Sentences of the service in the language of the page. Texts of agents and servers never pass through here. */
import { translate } from '@holdpoint/core/sentence'
import type { Group } from '@holdpoint/core/sentence'
import type { Words } from './words.ts'
import { withProgram } from './program.ts'

/** Lists are drawn again and again; recognising a sentence costs more than drawing it. */
const MOST_KNOWN = 1000
const known = new Map<string, string>()

export function inPageLanguage(sentence: string, group: Group, { language }: Words): string {
  if (language === 'en') return group === 'message' ? withProgram(sentence) : sentence
  const key = `${group} ${sentence}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const turned =
    group === 'message' ? withProgram(translate(sentence, group, language)) : translate(sentence, group, language)
  known.set(key, turned)
  return turned
}
