/**
 * Makes characters visible that a reader cannot see but a program obeys: bidi controls that reorder a line, tag
 * characters and other invisible carriers of smuggled text, terminal control codes, zero-width characters inside words.
 *
 * Each becomes a marker such as `⟦U+202E⟧`, and so does a literal `⟦`: in text that is shown every `⟦` begins a marker
 * of ours, so no text can forge one, and the original follows from what is shown. It never drops a character.
 *
 * One rule says who marks: a text from outside is shown once, where it enters what people read (`showHiddenCharacters`,
 * `showInOneLine`); from there on, and for sentences of ours that quote such text, only what slipped through is marked
 * (`showLeftoverCharacters`, `keepInOneLine`). No function could do both: shown a second time, a marker would read as
 * words of the text; spared a second time, words of the text would read as a marker.
 */
export interface HiddenCharacter {
  /** In UTF-16 code units. */
  readonly index: number
  readonly codePoint: number
  readonly kind: 'bidi' | 'tag' | 'control' | 'zero-width'
}

export interface VisibleText {
  readonly text: string
  /** Whether hidden characters were found. */
  readonly hidden: boolean
}

const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufff9-\\ufffb\\ud800-\\udfff'
const BIDI = '\\u202a-\\u202e\\u2066-\\u2069'
const TAGS = '\\u{e0000}-\\u{e007f}'
/** Legible parts of emoji and of Persian or Indic words; hidden elsewhere. */
const JOINERS = '\\u200c\\u200d\\ufe00-\\ufe0f\\u180b-\\u180d\\u180f'
const ZERO_WIDTH =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2065\\u206a-\\u206f' +
  '\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}'

const SUSPECT = new RegExp(`[${CONTROLS}${BIDI}${TAGS}${JOINERS}${ZERO_WIDTH}]`, 'u')
const EACH_SUSPECT = new RegExp(SUSPECT, 'gu')
/** An ASCII word is any run of visible ASCII: paths and addresses are words too. */
const RAISING = new RegExp(
  `[${BIDI}${TAGS}\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]|\\r(?!\\n)|[!-~][${JOINERS}${ZERO_WIDTH}]+[!-~]`,
  'u',
)
const IS_BIDI = new RegExp(`[${BIDI}]`, 'u')
const IS_TAG = new RegExp(`[${TAGS}]`, 'u')
const IS_CONTROL = new RegExp(`[${CONTROLS}]`, 'u')
const IS_JOINER = new RegExp(`[${JOINERS}]`, 'u')
const IS_VARIATION_SELECTOR = /[\ufe00-\ufe0f]/u

export function findHiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!SUSPECT.test(text)) return []
  const found: HiddenCharacter[] = []
  for (const match of text.matchAll(EACH_SUSPECT)) {
    const character = match[0]
    if (IS_JOINER.test(character) && isLegibleJoiner(text, match.index, character)) continue
    found.push({ index: match.index, codePoint: character.codePointAt(0) ?? 0, kind: kindOf(character) })
  }
  return found
}

/** How many hidden characters there may be in a text, counted up to one more than `most`. */
export function countHiddenCharacters(text: string, most: number): number {
  let count = 0
  const each = text.matchAll(EACH_SUSPECT)
  while (count <= most && each.next().done !== true) count++
  return count
}

/** Tab and newline stay as they are; use `showInOneLine` where a newline would start a line of ours. */
export function showHiddenCharacters(text: string): VisibleText {
  const hidden = findHiddenCharacters(text)
  return { text: mark(text, hidden, (piece) => piece.replaceAll('⟦', '⟦U+27E6⟧'), marker), hidden: hidden.length > 0 }
}

/** For names, titles and keys: tab and newline become markers as well. */
export function showInOneLine(text: string): string {
  return markLineEnds(showHiddenCharacters(text).text)
}

/** For text that should be visible already: markers stay as they are, what is still hidden becomes one. */
export function showLeftoverCharacters(text: string): string {
  return mark(text, findHiddenCharacters(text), (piece) => piece, marker)
}

/** The same for one line of ours. */
export function keepInOneLine(text: string): string {
  return markLineEnds(showLeftoverCharacters(text))
}

/**
 * JSON text of the same value in which nothing hides: its strings spell hidden characters as escapes. What is below `~`
 * can only be white space between its tokens.
 */
export function escapeHiddenInJson(text: string): string {
  const hidden = findHiddenCharacters(text).filter(({ codePoint }) => codePoint > 0x7e)
  return mark(text, hidden, (piece) => piece, escapeSequence)
}

/**
 * Whether the text calls for a higher risk: bidi controls, tag characters, C0/C1 other than tab and newlines (`\n`,
 * `\r\n`), zero-width characters inside ASCII words. Others are shown and raise nothing.
 */
export function hasRaisingCharacters(text: string): boolean {
  return RAISING.test(text)
}

function kindOf(character: string): HiddenCharacter['kind'] {
  if (IS_CONTROL.test(character)) return 'control'
  if (IS_BIDI.test(character)) return 'bidi'
  return IS_TAG.test(character) ? 'tag' : 'zero-width'
}

/** One joiner or selector after a visible non-ASCII character is writing; after anything else, or in runs, it hides. */
function isLegibleJoiner(text: string, index: number, character: string): boolean {
  const before = characterBefore(text, index)
  if (IS_VARIATION_SELECTOR.test(character)) {
    const keycap = /^[0-9#*]$/.test(before) && text[index + 1] === '\u20e3'
    return keycap || (isBeyondAscii(before) && !SUSPECT.test(before))
  }
  return isBeyondAscii(before) && (IS_VARIATION_SELECTOR.test(before) || !SUSPECT.test(before))
}

function isBeyondAscii(character: string): boolean {
  return character > '\u007f'
}

function characterBefore(text: string, index: number): string {
  const codePoint = index >= 2 ? (text.codePointAt(index - 2) ?? 0) : 0
  return codePoint > 0xffff ? text.slice(index - 2, index) : text.charAt(index - 1)
}

function mark(
  text: string,
  hidden: readonly HiddenCharacter[],
  between: (piece: string) => string,
  instead: (codePoint: number) => string,
): string {
  let shown = ''
  let copiedTo = 0
  for (const { index, codePoint } of hidden) {
    shown += between(text.slice(copiedTo, index)) + instead(codePoint)
    copiedTo = index + (codePoint > 0xffff ? 2 : 1)
  }
  return shown + between(text.slice(copiedTo))
}

function markLineEnds(text: string): string {
  return text.replaceAll('\n', marker(0x0a)).replaceAll('\t', marker(0x09))
}

function marker(codePoint: number): string {
  return `⟦U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}⟧`
}

function escapeSequence(codePoint: number): string {
  const units = String.fromCodePoint(codePoint).split('')
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
