/** Places text whose hidden characters are marks already, and makes the marks stand out: as many as a page can bear. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'

const MARK = /⟦U\+[0-9A-F]{4,6}⟧/g
/** An element each: a text of nothing else would freeze the page. The others are there all the same, as plain text. */
const MOST_MARKS = 500

let left = MOST_MARKS

/** Before a card is drawn: the number holds for all of its texts together. */
export function beginMarks(): void {
  left = MOST_MARKS
}

/** A longer text is laid out block by block, as they come in sight. */
const LONGEST_TEXT = 60_000
export const CHARACTERS_A_BLOCK = 5000
/** Never cut within a mark: its second half could be read as another. */
const BLOCKS = /(?:⟦U\+[0-9A-F]{4,6}⟧|[^]){1,5000}/gu

export function drawVisible(text: string): string | readonly (string | TemplateResult)[] {
  if (text.length > LONGEST_TEXT)
    return (text.match(BLOCKS) ?? []).map((block) => html`<div class="lines">${drawVisible(block)}</div>`)
  if (!text.includes('⟦U+')) return text
  const drawn: (string | TemplateResult)[] = []
  let at = 0
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (left === 0) break
    left--
    drawn.push(text.slice(at, index), html`<mark class="hidden-character">${mark}</mark>`)
    at = index + mark.length
  }
  return [...drawn, text.slice(at)]
}
