/**
 * One spelling for what a person typed: NFKC, one kind of blank, small letters. It refuses text in disguise: a letter
 * that NFKC turns into another one (𝐲𝐞𝐬, ⓞⓚ, the Kelvin sign, a radical for its character) was put there by a program.
 * The two that keyboards write, full-width forms and the blanks of Chinese and of mentions, are the exceptions.
 *
 * It drops no character inside a text. Zero-width and bidi characters, tags and combining marks stay and match no word.
 */
/**
 * What every platform may put around a text. Neither the byte order mark nor a line separator, which `trim` would drop.
 */
const BLANKS_AROUND =
  /^[ \t\r\n\u00a0\u2000-\u200a\u202f\u205f\u3000]+|[ \t\r\n\u00a0\u2000-\u200a\u202f\u205f\u3000]+$/g
/** No keyboard writes one word in both widths. */
const BOTH_WIDTHS = /[0-9a-z][０-９ａ-ｚ]|[０-９ａ-ｚ][0-9a-z]/i
const TYPED_FORM = /[\uff01-\uff5e\uff61\u00a0\u2000-\u200a\u202f\u205f\u3000]/

/**
 * At most one full stop, among exclamation marks and waves. A question mark asks; more stops and a comma leave the
 * sentence open (`ok...`, `yes,`), and the rest may be a "but".
 */
const FINAL_PUNCTUATION = /[!~〜 ]*[.。]?[!~〜 ]*$/

export function trimBlanks(text: string): string {
  return text.replace(BLANKS_AROUND, '')
}

/** `null`: the text is in disguise. */
export function foldReply(text: string): string | null {
  if (BOTH_WIDTHS.test(text)) return null
  for (const character of text) {
    if (character > '\u007f' && character.normalize('NFKC') !== character && !TYPED_FORM.test(character)) return null
  }
  const folded = trimBlanks(text)
    .normalize('NFKC')
    .replaceAll('\u2019', "'")
    .replace(/[ \t]+/g, ' ')
  // One way only: through capitals, the dotless ı would become an i and the long s an s.
  return folded.toLowerCase().replace(FINAL_PUNCTUATION, '')
}
