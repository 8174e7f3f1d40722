/**
 * JSON that means the same and is safe to print: `JSON.stringify` leaves C1 controls, bidi overrides and invisible
 * characters as they are, and a terminal would obey them. They are written as escapes.
 */
const UNSAFE = /(?!\n)[\p{Control}\p{Format}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

export function toSafeJson(value: unknown, indent: 0 | 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, escapeUnits)
}

function escapeUnits(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, index) => `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
