/**
 * Breaks text into lines that fit a terminal. A terminal that breaks a long line itself starts the rest at column one,
 * where an argument padded with spaces could imitate a line of ours. Nothing is dropped at a break.
 */
export interface WrapColumnsOptions {
  /** Between words where that leaves no line half empty: for sentences. */
  readonly words: boolean
}

const TAB_COLUMNS = 8
/**
 * What is drawn onto the character before it. Away from that character a joiner would count as hidden, and be marked:
 * the line would grow after it was broken to fit.
 */
const ATTACHED = /[\p{Join_Control}\p{Variation_Selector}\p{Mn}\p{Me}]/u
const JOINER = /[\p{Join_Control}\p{Variation_Selector}]/u
/** Marks have no end by themselves; joiners never come in a row where they may stand. */
const MOST_ATTACHED = 16

/** `text` holds no newline. Answers at least one line. */
export function wrapColumns(
  text: string,
  columns: number,
  { words }: WrapColumnsOptions = { words: false },
): readonly string[] {
  if (text.length * TAB_COLUMNS <= columns) return [text]
  const lines: string[] = []
  let lineStart = 0
  let used = 0
  let at = 0
  let attached = 0
  /** Behind the last space of the line, and how many columns it takes up to there. */
  let gap = { at: 0, used: 0 }
  for (const character of text) {
    const width = columnsOf(character)
    attached = isAttached(character) ? attached + 1 : 0
    const stays = attached > 0 && (attached <= MOST_ATTACHED || JOINER.test(character))
    if (used + width > columns && at > lineStart && !stays) {
      const cut = words && gap.at > lineStart && gap.used * 2 > columns ? gap : { at, used }
      lines.push(text.slice(lineStart, cut.at))
      lineStart = cut.at
      used -= cut.used
    }
    used += width
    at += character.length
    if (character === ' ') gap = { at, used }
  }
  lines.push(text.slice(lineStart))
  return lines
}

function isAttached(character: string): boolean {
  return character > '\u02ff' && ATTACHED.test(character)
}

/** Never too few: a line that is broken early is only shorter. Wide scripts and emoji take two columns. */
function columnsOf(character: string): number {
  if (character === '\t') return TAB_COLUMNS
  return (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2
}
