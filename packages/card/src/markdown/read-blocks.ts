/**
 * Reads the blocks of a Markdown text, line by line and each line once per level of nesting, which is bounded. The
 * patterns hold no two neighbouring repetitions of the same characters: a hostile line costs its length, not its
 * square.
 */
import { readInline } from './read-inline.ts'
import type { Block, TableRow } from './tokens.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/
const HEADING = /^ {0,3}#{1,6}\s/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?:\s+|$)/
const TABLE_RULE = /^[\s|:-]+$/
const DEEPEST = 6

export function readBlocks(text: string): readonly Block[] {
  return readLines(text.split('\n'), 0)
}

interface LineCursor {
  readonly lines: readonly string[]
  readonly depth: number
  at: number
}

function readLines(lines: readonly string[], depth: number): readonly Block[] {
  if (depth > DEEPEST) return [{ kind: 'paragraph', parts: [{ kind: 'text', text: lines.join('\n') }] }]
  const cursor: LineCursor = { lines, depth, at: 0 }
  const blocks: Block[] = []
  while (cursor.at < lines.length) {
    const line = lines[cursor.at] ?? ''
    if (line.trim() === '') cursor.at++
    else blocks.push(readBlock(cursor, line))
  }
  return blocks
}

function readBlock(cursor: LineCursor, line: string): Block {
  const fence = FENCE.exec(line)
  if (fence !== null) return readFence(cursor, fence[1] ?? '```', (fence[2] ?? '').trim())
  const heading = HEADING.exec(line)
  if (heading !== null) {
    cursor.at++
    return { kind: 'heading', parts: readInline(line.slice(heading[0].length).trim()) }
  }
  if (RULE.test(line)) {
    cursor.at++
    return { kind: 'rule' }
  }
  if (QUOTE.test(line)) return readQuote(cursor)
  if (ITEM.test(line)) return readList(cursor)
  return isTable(cursor) ? readTable(cursor) : readParagraph(cursor)
}

/**
 * What stands beside the marks is mostly the name of a language, and may be anything: it is shown, like every other
 * word.
 */
function readFence(cursor: LineCursor, marks: string, label: string): Block {
  const text: string[] = []
  cursor.at++
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const closing = line.trim()
    if (closing.startsWith(marks) && closing.replaceAll(marks.charAt(0), '') === '') break
    text.push(line)
  }
  cursor.at++
  return { kind: 'code', label, text: text.join('\n') }
}

function readQuote(cursor: LineCursor): Block {
  const inner: string[] = []
  for (; QUOTE.test(cursor.lines[cursor.at] ?? ''); cursor.at++) {
    inner.push((cursor.lines[cursor.at] ?? '').replace(QUOTE, ''))
  }
  return { kind: 'quote', blocks: readLines(inner, cursor.depth + 1) }
}

function readList(cursor: LineCursor): Block {
  const first = ITEM.exec(cursor.lines[cursor.at] ?? '')
  const ordered = first?.[3] !== undefined
  const items: (readonly Block[])[] = []
  while (cursor.at < cursor.lines.length) {
    const mark = ITEM.exec(cursor.lines[cursor.at] ?? '')
    if (mark === null || (mark[3] !== undefined) !== ordered) break
    items.push(readLines(readItem(cursor, mark[0].length), cursor.depth + 1))
  }
  return { kind: 'list', start: ordered ? Number(first[3]) : null, items }
}

/** An item goes on over lines that are indented, and over one empty line before such a line. */
function readItem(cursor: LineCursor, width: number): readonly string[] {
  const inner = [(cursor.lines[cursor.at] ?? '').slice(width)]
  cursor.at++
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const indented = /^(?: {2,}|\t)/.test(line)
    if (line.trim() === '') {
      if (!/^(?: {2,}|\t)/.test(cursor.lines[cursor.at + 1] ?? '')) break
    } else if (!indented && (startsBlock(line) || inner.at(-1)?.trim() === '')) break
    inner.push(indented ? line.replace(new RegExp(`^\\s{1,${width}}`), '') : line)
  }
  while (cursor.lines[cursor.at]?.trim() === '' && ITEM.test(cursor.lines[cursor.at + 1] ?? '')) cursor.at++
  return inner
}

function isTable({ lines, at }: LineCursor): boolean {
  const head = lines[at] ?? ''
  const rule = lines[at + 1] ?? ''
  return head.includes('|') && rule.includes('-') && TABLE_RULE.test(rule) && cells(head).length === cells(rule).length
}

/** A row may have more cells than the head: no word is left out. */
function readTable(cursor: LineCursor): Block {
  const head = row(cursor.lines[cursor.at] ?? '')
  const rows: TableRow[] = []
  cursor.at += 2
  for (; (cursor.lines[cursor.at] ?? '').includes('|'); cursor.at++) {
    rows.push(row(cursor.lines[cursor.at] ?? ''))
  }
  return { kind: 'table', head, rows }
}

function row(line: string): TableRow {
  return cells(line).map((cell) => readInline(cell))
}

function cells(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readParagraph(cursor: LineCursor): Block {
  const text: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (line.trim() === '' || (text.length > 0 && startsBlock(line))) break
    text.push(line.trim())
  }
  return { kind: 'paragraph', parts: readInline(text.join('\n')) }
}

function startsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line)
}
