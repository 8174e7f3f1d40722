/** Texts of tools and agents among ours: what cannot be seen is marked. It never drops a character. */
import { showHiddenCharacters } from '@holdpoint/core'

/** For a box of its own, whose lines cannot pass for ours. */
export function visibleText(text: string): string {
  return showHiddenCharacters(text).text
}

/** For one line of ours: a line break cannot start a line. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll('\n', '⟦U+000A⟧').replaceAll('\t', '⟦U+0009⟧')
}
