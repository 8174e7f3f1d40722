/** Text from outside on its way to a terminal: it can neither move the cursor nor start a line that looks like ours. */
import { showHiddenCharacters } from '@holdpoint/core'

/** For names, cells and messages. */
export { showInOneLine } from '@holdpoint/core'

/** For sentences of ours, and for what is visible already: its marks stay as they are. */
export { keepInOneLine } from '@holdpoint/core'

/** For longer text: every line of it stands behind a gutter. */
export function quotedBlock(text: string): string {
  return showHiddenCharacters(text)
    .text.split('\n')
    .map((line) => `  │ ${line.replaceAll('\t', '    ')}\n`)
    .join('')
}
