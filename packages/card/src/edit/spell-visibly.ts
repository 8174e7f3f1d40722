/** JSON that spells out what a text box would hide. */
import type { JsonValue } from '@holdpoint/core'
import { isHidden } from '../presentation/visible.ts'

export function spellVisibly(value: JsonValue): string {
  return JSON.stringify(value, null, 2).replace(/[^\n -~]/gu, (character) =>
    isHidden(character) ? escapeCharacter(character) : character,
  )
}

/** By its UTF-16 units, as JSON does. */
function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
