/** Places text whose hidden characters are marks already, and makes the marks stand out. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'

/** A doubled bracket is a literal one of the text, not the start of a mark. */
const MARK = /⟦⟦|(⟦U\+[0-9A-F]{4,6}⟧)/

export function drawVisible(text: string): string | readonly (string | TemplateResult)[] {
  if (!text.includes('⟦U+')) return text
  const pieces = text.split(MARK)
  return pieces.map((piece, index) => {
    if (index % 2 === 0) return piece
    return piece === undefined ? '⟦⟦' : html`<mark class="hidden-character">${piece}</mark>`
  })
}
