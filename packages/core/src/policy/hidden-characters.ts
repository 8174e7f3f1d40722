/** Characters that people cannot see but programs obey, anywhere in the arguments, make a call high. */
import type { Call } from '../call/call.ts'
import { hasRaisingCharacters } from '../preview/visible-text.ts'
import { firstInStrings } from './argument-strings.ts'
import type { Rating } from './rating.ts'

const HIDDEN: Rating = {
  risk: 'high',
  rule: 'hidden characters',
  why: 'The arguments contain hidden or reordering characters, so what is shown may not be what is meant.',
}

export function rateHiddenCharacters(call: Call): Rating | null {
  return firstInStrings(call.arguments, (text) => (hasRaisingCharacters(text) ? HIDDEN : null))
}
