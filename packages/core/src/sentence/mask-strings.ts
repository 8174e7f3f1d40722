/** A text in which what stands inside JSON strings is blotted out, as long as before: it is part of a value. In one reading. */
const ESCAPED_OR_QUOTE = /\\[^]|"/g

export function maskStrings(text: string): string {
  let masked = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('"', at)
    const close = open < 0 ? -1 : endOfString(text, open)
    // Where one string has no end, none that begins inside it has.
    if (close < 0) return masked + text.slice(at)
    masked += text.slice(at, open) + '\0'.repeat(close + 1 - open)
    at = close + 1
  }
}

function endOfString(text: string, open: number): number {
  ESCAPED_OR_QUOTE.lastIndex = open + 1
  for (let found = ESCAPED_OR_QUOTE.exec(text); found !== null; found = ESCAPED_OR_QUOTE.exec(text)) {
    if (found[0] === '"') return found.index
  }
  return -1
}
