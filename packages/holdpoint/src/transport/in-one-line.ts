/** A message for a line-framed stream. Line breaks in JSON stand only between tokens, so a space says the same. */
export function inOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]+/g, ' ') : json
}

/**
 * A message of a client for a server that reads lines. Readers differ in what ends a line: to some a lone carriage return
 * does, to others U+2028, U+2029 or U+0085 inside a string. What stands behind such a character would be read as a message
 * of its own, past the gate. Between tokens a space, inside strings an escape say the same.
 */
export function inOneLineForAnyReader(json: string): string {
  if (!ENDS_A_LINE_SOMEWHERE.test(json)) return json
  return inOneLine(json).replaceAll(/[\u0085\u2028\u2029]/g, escapeCharacter)
}

// eslint-disable-next-line no-control-regex -- these are the characters in question
const ENDS_A_LINE_SOMEWHERE = /[\r\n\u0085\u2028\u2029]/

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
