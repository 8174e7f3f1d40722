/**
 * A command over several lines, so that it is read where lines are short and still runs when it is pasted. It breaks
 * between words only, never inside quotes; a word that is longer than a line stays whole.
 */
import { textWidth } from './text-width.ts'

/** Windows joins no lines: there it stays on one. */
export function foldCommand(command: string, width: number, windows: boolean): readonly string[] {
  if (windows || textWidth(command) <= width) return [command]
  const lines: string[] = []
  let line = ''
  for (const word of command.match(/(?:'(?:[^']|'\\'')*'|[^\s'])+/g) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`
    // Room for the blank and the mark at the end, and for the further lines' indent.
    if (line !== '' && textWidth(longer) > width - 4) {
      lines.push(`${line} \\`)
      line = word
    } else line = longer
  }
  lines.push(line)
  return lines.map((each, index) => (index === 0 ? each : `  ${each}`))
}
