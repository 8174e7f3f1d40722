/**
 * How many terminal cells a text takes: East Asian wide characters and emoji take two, combining marks none. It expects
 * text whose control characters have been made visible already.
 */
import { graphemesOf } from './graphemes.ts'

const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}/u
const NO_WIDTH = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}]+$/u

export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme)
  return width
}

/**
 * Cuts to at most `width` cells; what was cut shows as an ellipsis, so a shortened text never passes for a whole one.
 */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const grapheme of graphemesOf(text)) {
    const cells = graphemeWidth(grapheme)
    if (used + cells > width - 1) break
    kept += grapheme
    used += cells
  }
  return `${kept}…`
}

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1
}
