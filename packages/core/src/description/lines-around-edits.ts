/**
 * Which lines of a changed text a call says nothing of: they stand in the text that was read and in none of the replacements
 * that the call brings along. A reader who does not see them still sees every byte of the call.
 */
import type { TextEdit } from './apply-edits.ts'
import type { DifferenceRun } from './line-difference.ts'

/** `edits`: each stands in `before` exactly once. The runs say the same as before, only that kept ones may be in pieces. */
export function markLinesAround(
  runs: readonly DifferenceRun[],
  before: string,
  edits: readonly TextEdit[],
): readonly DifferenceRun[] {
  const said = new Set(edits.flatMap((edit) => linesOf(before, edit)))
  let line = 0
  return runs.flatMap((run) => {
    if (run.kind === 'added') return [run]
    const first = line
    line += run.lines.length
    return run.kind === 'removed' ? [run] : inPieces(run.lines, (at) => !said.has(first + at))
  })
}

function linesOf(text: string, { before }: TextEdit): readonly number[] {
  const start = text.indexOf(before)
  const first = text.slice(0, start).split('\n').length - 1
  return before.split('\n').map((_line, at) => first + at)
}

function inPieces(lines: readonly string[], isAround: (at: number) => boolean): readonly DifferenceRun[] {
  const pieces: { kind: 'kept'; lines: string[]; around: boolean }[] = []
  for (const [at, text] of lines.entries()) {
    const around = isAround(at)
    const last = pieces.at(-1)
    if (last?.around === around) last.lines.push(text)
    else pieces.push({ kind: 'kept', lines: [text], around })
  }
  return pieces.map(({ around, ...piece }) => (around ? { ...piece, around } : piece))
}
