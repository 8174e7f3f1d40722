/**
 * The parts of a call's content as lines that every surface places as they are: the name of an argument and its value on one
 * line, and what has lines of its own line by line, each marked with what becomes of it. No text can start a line that looks
 * like ours: where there are no colours, `plainContentLine` draws a gutter. Nothing is cut; lines of a difference that are far
 * from any change say so, and a surface may fold them where they can be opened.
 */
import { contentOf } from '../description/content.ts'
import type { ContentPart } from '../description/content.ts'
import type { DifferenceRun } from '../description/line-difference.ts'
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

/** Of a call as it is stored, with what was read of the server where the preview has that. */
export function contentLines({
  arguments: root,
  entity,
}: Pick<Preview, 'arguments' | 'entity'>): readonly ContentLine[] {
  return contentOf(root, entity?.compared).flatMap(partLines)
}

/** For surfaces of plain text. */
export function plainContentLine({ key, text, kind }: ContentLine): string {
  if (key !== null) return text === '' ? `${key}:` : `${key}: ${text}`
  return kind === 'note' ? text : `│ ${text}`
}

function partLines(part: ContentPart): readonly ContentLine[] {
  switch (part.kind) {
    case 'fields':
      return part.rows.map(({ label, value }) => ({ key: label, text: value, kind: 'text' }))
    case 'difference':
      return [{ key: part.label, text: '', kind: 'text' }, ...differenceLines(part.runs)]
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

function differenceLines(runs: readonly DifferenceRun[]): readonly ContentLine[] {
  return runs.flatMap(({ kind, lines }, index) =>
    lines.map((line, at): ContentLine => {
      const before = index > 0 && at < NEAR
      const after = index < runs.length - 1 && at >= lines.length - NEAR
      const far = kind === 'kept' && !before && !after
      return { key: null, text: MARKS[kind] + line, kind, ...(far ? { far } : {}) }
    }),
  )
}

function block(text: string): readonly ContentLine[] {
  return text.split('\n').map((line) => ({ key: null, text: line, kind: 'more' }))
}
