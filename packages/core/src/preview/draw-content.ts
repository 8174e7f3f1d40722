/**
 * Draws the parts of a call's content as lines of plain text, for terminals, forms and chats. Names and short values stay on
 * one line of ours; what has lines of its own stands behind a gutter, each line marked with what becomes of it, so that no
 * text can start a line that looks like ours. Nothing is cut: what is folded elsewhere is whole here.
 */
import type { ContentPart } from '../description/content.ts'

const GUTTER = '│ '
const MARKS = { kept: '  ', removed: '- ', added: '+ ' } as const

/** No line holds a line end. */
export function contentLines(parts: readonly ContentPart[]): readonly string[] {
  return parts.flatMap(partLines)
}

function partLines(part: ContentPart): readonly string[] {
  switch (part.kind) {
    case 'fields':
      return part.rows.map(({ label, value }) => `${label}: ${value}`)
    case 'difference':
      return [
        `${part.label}:`,
        ...part.runs.flatMap(({ kind, lines }) => lines.map((line) => `${GUTTER}${MARKS[kind]}${line}`)),
      ]
    case 'blob':
      return [`${part.label}: data of ${part.bytes} bytes, SHA-256 of the text ${part.sha256}`, ...block(part.text)]
    case 'text':
    case 'command':
    case 'sql':
    case 'code':
    case 'address':
      return part.text.includes('\n') ? [`${part.label}:`, ...block(part.text)] : [`${part.label}: ${part.text}`]
  }
}

function block(text: string): readonly string[] {
  return text.split('\n').map((line) => `${GUTTER}${line}`)
}
