/**
 * Arguments as lines of JSON: two spaces a level, members in their order, nothing cut. Text with line breaks goes on in
 * lines of its own, each marked as a continuation, so that no value can start a line that looks like ours.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ContentLine, JsonValue, PreviewNode } from '@holdpoint/core'
import { asText } from './as-text.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { checked, formatSize, isHidden, oneLine, visible } from './visible.ts'

export interface ArgumentLine {
  /** Absent: none. */
  readonly depth?: number
  /** With its quotes; `null` where the line has none. */
  readonly key: string | null
  readonly text: string
  readonly kind: 'literal' | 'mark' | ContentLine['kind']
  /** Far from any change. */
  readonly far?: boolean
}

/** A parsed value cannot say how deep it goes before one looks; below this it is shown as text. */
const DEEPEST = 200

export function toArgumentNode(value: JsonValue, depth = 0): PreviewNode {
  if (typeof value === 'string') return { kind: 'text', text: visible(value), hidden: isHidden(value) }
  if (typeof value !== 'object' || value === null) return { kind: 'literal', text: String(value) }
  if (depth > DEEPEST) return { kind: 'text', text: visible(asText(value)), hidden: false }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => ({
      key: oneLine(key),
      value: toArgumentNode(member, depth + 1),
    }))
    return { kind: 'object', entries }
  }
  return { kind: 'array', items: (value as readonly JsonValue[]).map((item) => toArgumentNode(item, depth + 1)) }
}

export function argumentLines(node: PreviewNode, messages: MessageTable): readonly ArgumentLine[] {
  const lines: ArgumentLine[] = []
  addNode(lines, node, { depth: 0, key: null, comma: '', messages })
  return lines
}

interface ValuePlace {
  readonly depth: number
  readonly key: string | null
  readonly comma: string
  readonly messages: MessageTable
}

function addNode(lines: ArgumentLine[], node: PreviewNode, place: ValuePlace): void {
  const { depth, key, comma, messages } = place
  switch (node.kind) {
    case 'literal':
      lines.push({ depth, key, text: checked(node.text) + comma, kind: 'literal' })
      break
    case 'text':
      addText(lines, node.text, place)
      break
    case 'blob': {
      const note = fill(messages.binary, { size: formatSize(node.bytes), hash: checked(node.sha256) })
      lines.push({ depth, key, text: note, kind: 'note' })
      addText(lines, node.text, { ...place, key: null })
      break
    }
    case 'array':
      addGroup(lines, place, ['[', ']'], node.items.length, (index) => [null, node.items[index]])
      break
    case 'object':
      addGroup(lines, place, ['{', '}'], node.entries.length, (index) => {
        const entry = node.entries[index]
        return [entry === undefined ? null : JSON.stringify(checked(entry.key)), entry?.value]
      })
      break
    default:
      // Of a version that knows more kinds: shown as it came, rather than left out of what will run.
      addText(lines, visible(asText(node)), place)
  }
}

function addGroup(
  lines: ArgumentLine[],
  { depth, key, comma, messages }: ValuePlace,
  [open, close]: readonly [string, string],
  length: number,
  memberAt: (index: number) => readonly [string | null, PreviewNode | undefined],
): void {
  if (length === 0) {
    lines.push({ depth, key, text: open + close + comma, kind: 'mark' })
    return
  }
  lines.push({ depth, key, text: open, kind: 'mark' })
  for (let index = 0; index < length; index++) {
    const [name, member] = memberAt(index)
    const rest = index + 1 < length ? ',' : ''
    if (member !== undefined) addNode(lines, member, { depth: depth + 1, key: name, comma: rest, messages })
  }
  lines.push({ depth, key: null, text: close + comma, kind: 'mark' })
}

function addText(lines: ArgumentLine[], text: string, { depth, key, comma }: ValuePlace): void {
  const pieces = checked(text).split('\n')
  for (const [index, piece] of pieces.entries()) {
    const first = index === 0
    const last = index === pieces.length - 1
    const inner = JSON.stringify(piece).slice(1, -1)
    lines.push({
      depth,
      key: first ? key : null,
      text: `${first ? '"' : ''}${inner}${last ? `"${comma}` : '\\n'}`,
      kind: first ? 'text' : 'more',
    })
  }
}

/** The line as plain text, for text surfaces and for what is too long to be coloured. */
export function plainLine({ depth = 0, key, text, kind }: ArgumentLine): string {
  const indent = '  '.repeat(Math.min(depth, 24))
  return `${indent}${kind === 'more' ? '│ ' : key === null ? '' : `${key}: `}${text}`
}
