/**
 * A text as people count its characters. The segmenter is made on first need: making it was a part of every command's
 * start.
 */
let segmenter: Intl.Segmenter | null = null

export function* graphemesOf(text: string): Generator<string, void> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}
