/**
 * Shortens text whose hidden characters are already visible, for titles and summaries only. It cuts neither a marker
 * nor a surrogate pair in two: half a marker would read as something else.
 */
const PIECES = /⟦[^⟦⟧]{1,48}⟧|[^]/gu

export function clipVisible(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let clipped = ''
  for (const [piece] of text.slice(0, maxLength + 50).matchAll(PIECES)) {
    if (clipped.length + piece.length > maxLength - 1) break
    clipped += piece
  }
  return `${clipped}…`
}
