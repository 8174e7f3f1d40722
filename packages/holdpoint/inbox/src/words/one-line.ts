/** Texts of tools and agents for one line of ours: what cannot be seen is marked, and a line break cannot start a line. */
import { showHiddenCharacters } from '@holdpoint/core'

export function oneLine(text: string): string {
  return showHiddenCharacters(text).text.replaceAll('\n', '⟦U+000A⟧').replaceAll('\t', '⟦U+0009⟧')
}
