/** Texts of tools and agents among ours: what cannot be seen is marked, once. It never drops a character. */
import { showHiddenCharacters } from '@holdpoint/core'

/** For one line of ours: a line break cannot start a line. */
export { showInOneLine } from '@holdpoint/core'

/** The same for sentences of ours and for what is visible already: its marks stay as they are. */
export { keepInOneLine } from '@holdpoint/core'

/** For a box of its own, whose lines cannot pass for ours. */
export function visibleText(text: string): string {
  return showHiddenCharacters(text).text
}
