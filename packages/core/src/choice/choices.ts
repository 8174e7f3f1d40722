/**
 * The answers that a hold is asked with, in the order they stand on every surface: form, card, page, terminals, command
 * line. Each does what its words say and nothing else: what stands beside the call stands because of the one answer
 * that names it. Longer and narrower permissions are no first answers; surfaces keep them behind "More".
 */
import type { GrantRequest } from '../grant/grant-request.ts'
import { openedScope, scopeWords } from '../grant/scope-grant.ts'
import type { Hold } from '../hold/hold.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { otherLanguage } from '../sentence/language.ts'
import { say, sayIn } from '../sentence/say.ts'
import { translate } from '../sentence/translate.ts'

export interface Choice {
  /** `scope`: this call, and its tool in the same scope; `once`: this call; `no`: neither. */
  readonly name: 'scope' | 'once' | 'no'
  readonly answer: 'approve' | 'decline'
  readonly words: string
  /** What is sent with the answer; `null`: it is about this call alone. */
  readonly grant: GrantRequest | null
}

/** The tool in the scope of the call, for the session. */
export const SCOPE_GRANT: GrantRequest = { for: 'session', arguments: 'scope' }

/**
 * The agent chooses the folder in these words: longer ones would make a button that fills the screen and pushes the no
 * out of sight.
 */
const LONGEST_WORDS = 400

/** First time in a scope there are three; else two. */
export function choicesFor({ call, ruling }: Pick<Hold, 'call' | 'ruling'>): readonly Choice[] {
  const scope = openedScope(ruling)
  const words =
    scope === null
      ? null
      : say('yesAndAllow', { tool: showInOneLine(call.tool), scope: showInOneLine(scopeWords(scope)) })
  if (words === null || words.length > LONGEST_WORDS)
    return [choice('once', say('runOnce')), choice('no', say('runNot'))]
  return [choice('scope', words), choice('once', say('yesOnce')), choice('no', say('noAnswer'))]
}

/** What a plain yes is called in front of this hold, and what a plain no is. */
export function plainAnswer(hold: Pick<Hold, 'call' | 'ruling'>, answer: Choice['answer']): string {
  const wanted = answer === 'approve' ? 'once' : 'no'
  return choicesFor(hold).find(({ name }) => name === wanted)?.words ?? ''
}

/**
 * The same in the reader's language. They are recognised with the tool's name at hand: a name that reads like words of
 * ours must not make a permission look smaller than it is.
 */
export function choicesIn(choices: readonly Choice[], tool: string, locale: string): readonly Choice[] {
  return otherLanguage(locale) === null
    ? choices
    : choices.map((each) => ({ ...each, words: wordsIn(each, tool, locale) }))
}

function wordsIn({ name, words }: Choice, tool: string, locale: string): string {
  if (name !== 'scope') {
    const known = (['runOnce', 'runNot', 'yesOnce', 'noAnswer'] as const).find((each) => say(each) === words)
    return known === undefined ? words : sayIn(locale, known)
  }
  const shown = showInOneLine(tool)
  const [before = '', after = ''] = say('yesAndAllow', { tool: shown, scope: '\0' }).split('\0')
  if (!words.startsWith(before) || !words.endsWith(after)) return words
  const scope = words.slice(before.length, words.length - after.length)
  const said = translate(scope, 'scope', locale)
  return said === scope ? words : sayIn(locale, 'yesAndAllow', { tool: shown, scope: said })
}

function choice(name: Choice['name'], words: string): Choice {
  return { name, answer: name === 'no' ? 'decline' : 'approve', words, grant: name === 'scope' ? SCOPE_GRANT : null }
}
