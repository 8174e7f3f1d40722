/** Characters that people cannot see but programs obey, anywhere in the arguments, make a call high. */
import type { Call } from '../call/call.ts'
import { hasRaisingCharacters } from '../preview/visible-text.ts'
import { firstInStrings } from './argument-strings.ts'
import type { Rating } from './rating.ts'
import { say } from '../sentence/say.ts'

const HIDDEN: Rating = {
  risk: 'high',
  rule: 'hidden characters',
  why: say('hiddenCharacters'),
}

export function rateHiddenCharacters(call: Call): Rating | null {
  return firstInStrings(call.arguments, (text) => (hasRaisingCharacters(text) ? HIDDEN : null))
}
