/** JSON text, laid out, that spells out what a text box would hide. */
import { readSpelled, spell } from '../presentation/spelled-json.ts'
import { isHidden } from '../presentation/visible.ts'

export function spellVisibly(text: string): string {
  return spell(readSpelled(text), 2).replace(/[^\n -~]/gu, (character) =>
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
