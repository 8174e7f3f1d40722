/**
 * What makes arguments other than they look, anywhere in them, makes a call high: characters that people cannot see but
 * programs obey, and two members whose names look alike.
 */
import type { Call } from '../call/call.ts'
import { findLookAlikes, nameLookAlikes } from '../json/look-alike-members.ts'
import { hasRaisingCharacters } from '../preview/visible-text.ts'
import { firstInStrings } from './argument-strings.ts'
import { lookAtArguments } from './plain-arguments.ts'
import type { Rating } from './rating.ts'
import { say } from '../sentence/say.ts'

const HIDDEN: Rating = {
  risk: 'high',
  rule: 'hidden characters',
  why: say('hiddenCharacters'),
}

export function rateHidden(call: Call): Rating | null {
  if (!lookAtArguments(call.arguments).plain) {
    const hidden = firstInStrings(call.arguments, (text) => (hasRaisingCharacters(text) ? HIDDEN : null))
    if (hidden !== null) return hidden
  }
  const alike = findLookAlikes(call.arguments)
  return alike === null
    ? null
    : { risk: 'high', rule: 'look-alike names', why: say('lookAlikeNames', nameLookAlikes(alike)) }
}
