/**
 * What a yes opens beside its call, in the language of whoever looks. It is told by the tool's name, which is at hand: a name
 * that reads like words of ours must not make the opening look smaller than it is.
 */
import { say, sayIn } from '../sentence/say.ts'
import { translate } from '../sentence/translate.ts'
import { showInOneLine } from './visible-text.ts'

/** `tool`: as the call names it. */
export function openingIn(sentence: string, tool: string, locale: string): string {
  const shown = showInOneLine(tool)
  const [before = '', after = ''] = say('opens', { tool: shown, scope: '\0' }).split('\0')
  if (!sentence.startsWith(before) || !sentence.endsWith(after)) return sentence
  const scope = sentence.slice(before.length, sentence.length - after.length)
  const said = translate(scope, 'scope', locale)
  return said === scope ? sentence : sayIn(locale, 'opens', { tool: shown, scope: said })
}
