/**
 * The parts of a call's content as lines that every surface places as they are: the name of an argument and its value on one
 * line, and what has lines of its own line by line, each marked with what becomes of it. No text can start a line that looks
 * like ours: where there are no colours, `plainContentLine` draws a gutter. Nothing of the call is cut: lines of a difference
 * that are far from any change say so, and a surface may fold them where they can be opened; those of them that were only read,
 * and that the call says nothing of, are counted.
 */
import type { ContentPart } from '../description/content.ts'
import { maskedContent } from '../secret/mask-content.ts'
import type { DifferenceRun } from '../description/line-difference.ts'
import { otherLanguage } from '../sentence/language.ts'
import type { Preview } from './preview.ts'

export interface ContentLine {
  /** With which a value is named; `null`: the line goes on with the one before. */
  readonly key: string | null
  /** Holds no line end. */
  readonly text: string
  /** `more`: a line of a longer text. `note`: our words about it. */
  readonly kind: 'text' | 'more' | 'note' | DifferenceRun['kind']
  /** Kept, and no reader of the change misses it. */
  readonly far?: boolean
}

const MARKS = { kept: '  ', removed: '- ', added: '+ ' } as const
/** So many kept lines on each side tell where a change is. */
const NEAR = 3
/** One line takes no more room than its count. */
const FEWEST_COUNTED = 2

/**
 * Of a call as it is stored, with what was read of the server where the preview has that; with its secrets masked. A preview
 * that is masked already has lost what a difference is found by.
 */
export function contentLines(
  preview: Pick<Preview, 'arguments' | 'entity'>,
  locale: string = 'en',
): readonly ContentLine[] {
  return maskedContent(preview, locale).flatMap((part) => partLines(part, locale))
}

/** For surfaces of plain text. */
export function plainContentLine({ key, text, kind }: ContentLine): string {
  if (key !== null) return text === '' ? `${key}:` : `${key}: ${text}`
  return kind === 'note' ? text : `│ ${text}`
}

function partLines(part: ContentPart, locale: string): readonly ContentLine[] {
  switch (part.kind) {
    case 'fields':
      return part.rows.map(({ label, value }) => ({ key: label, text: value, kind: 'text' }))
    case 'difference':
      return [{ key: part.label, text: '', kind: 'text' }, ...differenceLines(part.runs, locale)]
    case 'blob': {
      const note = `${part.bytes} bytes, SHA-256 of the text ${part.sha256}`
      return [{ key: part.label, text: note, kind: 'note' }, ...block(part.text)]
    }
    case 'text':
    case 'command':
    case 'sql':
    case 'code':
    case 'address':
      return part.text.includes('\n')
        ? [{ key: part.label, text: '', kind: 'text' }, ...block(part.text)]
        : [{ key: part.label, text: part.text, kind: 'text' }]
  }
}

function differenceLines(runs: readonly DifferenceRun[], locale: string): readonly ContentLine[] {
  return runs.flatMap(({ kind, lines, around = false }, index) => {
    const drawn = lines.map((line, at): ContentLine => {
      const before = index > 0 && at < NEAR
      const after = index < runs.length - 1 && at >= lines.length - NEAR
      const far = kind === 'kept' && !before && !after
      return { key: null, text: MARKS[kind] + line, kind, ...(far ? { far } : {}) }
    })
    return around ? counted(drawn, locale) : drawn
  })
}

/** A run has one stretch of lines that are far from its ends. */
function counted(lines: readonly ContentLine[], locale: string): readonly ContentLine[] {
  const first = lines.findIndex(({ far }) => far)
  const { length } = lines.filter(({ far }) => far)
  if (length < FEWEST_COUNTED) return lines
  const text = otherLanguage(locale) === null ? `… ${length} unchanged lines` : `… ${length} 行未改动`
  return lines.toSpliced(first, length, { key: null, text, kind: 'note' })
}

function block(text: string): readonly ContentLine[] {
  return text.split('\n').map((line) => ({ key: null, text: line, kind: 'more' }))
}
