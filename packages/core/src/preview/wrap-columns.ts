/**
 * Breaks text into lines that fit a terminal. A terminal that breaks a long line itself starts the rest at column one,
 * where an argument padded with spaces could imitate a line of ours. Nothing is dropped at a break.
 */
const TAB_COLUMNS = 8

/** `text` holds no newline. Answers at least one line. */
export function wrapColumns(text: string, columns: number): readonly string[] {
  if (text.length * TAB_COLUMNS <= columns) return [text]
  const lines: string[] = []
  let lineStart = 0
  let used = 0
  let at = 0
  for (const character of text) {
    const width = columnsOf(character)
    if (used + width > columns && at > lineStart) {
      lines.push(text.slice(lineStart, at))
      lineStart = at
      used = 0
    }
    used += width
    at += character.length
  }
  lines.push(text.slice(lineStart))
  return lines
}

/** Never too few: a line that is broken early is only shorter. Wide scripts and emoji take two columns. */
function columnsOf(character: string): number {
  if (character === '\t') return TAB_COLUMNS
  return (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2
}
