/** A message for a line-framed stream. Line breaks in JSON stand only between tokens, so a space says the same. */
export function inOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]+/g, ' ') : json
}
