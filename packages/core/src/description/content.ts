/**
 * What a call is about, part by part, as people read it: a difference where a text takes another's place, text, a command,
 * SQL, an address, and what is short as a table. Each leaf of the arguments stands in exactly one part, so who has read the
 * parts has read every byte that runs. Texts come from the preview and are visible already. It refuses to guess what a value
 * means beyond the name of its argument.
 */
import type { ComparedText } from '../preview/entity-preview.ts'
import type { PreviewNode } from '../preview/preview.ts'
import { applyEdits } from './apply-edits.ts'
import { lineDifference } from './line-difference.ts'
import type { DifferenceRun } from './line-difference.ts'
import { PAIRS } from './text-pairs.ts'

export type ContentPart =
  | { readonly kind: 'fields'; readonly rows: readonly ContentRow[] }
  | { readonly kind: 'text' | 'command' | 'sql' | 'code' | 'address'; readonly label: string; readonly text: string }
  | { readonly kind: 'difference'; readonly label: string; readonly runs: readonly DifferenceRun[] }
  /** Data that people cannot read. */
  | {
      readonly kind: 'blob'
      readonly label: string
      readonly bytes: number
      readonly sha256: string
      readonly text: string
    }

export interface ContentRow {
  readonly label: string
  readonly value: string
}

type TextKind = Extract<
  ContentPart,
  { readonly text: string; readonly kind: 'text' | 'command' | 'sql' | 'code' | 'address' }
>['kind']
type ObjectNode = Extract<PreviewNode, { readonly kind: 'object' }>
type TextNode = Extract<PreviewNode, { readonly kind: 'text' }>

const KINDS: readonly (readonly [kind: TextKind, names: RegExp])[] = [
  ['command', /^(command|cmd|shell_?command|bash)$/i],
  ['sql', /^(sql|statement|sql_?query)$/i],
  ['code', /^(code|script|expression|js|javascript|python|function)$/i],
]
const MAIL_FIRST = ['from', 'to', 'cc', 'bcc', 'replyTo', 'reply_to', 'subject']
/** What is longer is read as a text of its own. */
const LONGEST_ROW = 100
const MOST_INLINE = 6

/** `compared`: what stands there now, where it was read. */
export function contentOf(root: PreviewNode, compared?: ComparedText): readonly ContentPart[] {
  const parts: ContentPart[] = []
  if (root.kind !== 'object') add(parts, '', root)
  else {
    for (const { key, value } of inReadingOrder(root)) {
      const difference = compared === undefined ? null : comparedWith(key, value, compared)
      if (difference === null) add(parts, key, value)
      else parts.push({ kind: 'difference', label: key, runs: difference })
    }
  }
  return joinFields(parts)
}

function comparedWith(
  key: string,
  value: PreviewNode,
  { argument, how, before }: ComparedText,
): readonly DifferenceRun[] | null {
  if (key !== argument || before === null) return null
  if (how === 'whole') return value.kind === 'text' ? lineDifference(before, value.text) : null
  if (value.kind !== 'array') return null
  const edits = value.items.map((item) => (item.kind === 'object' ? wholePair(item) : null))
  const after = edits.every((edit) => edit !== null) ? applyEdits(before, edits) : null
  return after === null ? null : lineDifference(before, after)
}

/** Both texts of an object that holds nothing else. */
function wholePair(node: ObjectNode): { readonly before: string; readonly after: string } | null {
  const pair = node.entries.length === 2 ? pairIn(node) : null
  return pair === null ? null : { before: pair.before.text, after: pair.after.text }
}

function pairIn({ entries }: ObjectNode): { readonly before: TextNode; readonly after: TextNode } | null {
  const text = (name: string): TextNode | null => {
    const found = entries.find(({ key }) => key === name)?.value
    return found?.kind === 'text' ? found : null
  }
  for (const [first, second] of PAIRS) {
    const [before, after] = [text(first), text(second)]
    if (before !== null && after !== null) return { before, after }
  }
  return null
}

/** Of a mail who gets it stands first; else as it was sent. */
function inReadingOrder({ entries }: ObjectNode): ObjectNode['entries'] {
  const names = new Set(entries.map(({ key }) => key))
  if (!names.has('to') || !(names.has('subject') || names.has('body'))) return entries
  const place = (key: string): number => {
    const at = MAIL_FIRST.indexOf(key)
    return at < 0 ? MAIL_FIRST.length : at
  }
  return entries.toSorted((one, other) => place(one.key) - place(other.key))
}

function add(parts: ContentPart[], label: string, node: PreviewNode): void {
  switch (node.kind) {
    case 'literal':
      addRow(parts, label, node.text)
      break
    case 'text':
      addText(parts, label, node.text)
      break
    case 'blob': {
      const { bytes, sha256, text } = node
      parts.push({ kind: 'blob', label, bytes, sha256, text })
      break
    }
    case 'array':
      addList(parts, label, node.items)
      break
    case 'object':
      addObject(parts, label, node)
      break
  }
}

function addRow(parts: ContentPart[], label: string, value: string): void {
  parts.push({ kind: 'fields', rows: [{ label, value }] })
}

function addText(parts: ContentPart[], label: string, text: string): void {
  const name = label.split(/[.[]/).findLast((part) => part !== '' && !/^\d+\]$/.test(part)) ?? label
  const kind = KINDS.find(([, names]) => names.test(name))?.[0]
  if (kind !== undefined && text !== '') parts.push({ kind, label, text })
  else if (isShort(text)) addRow(parts, label, spellText(text))
  else if (/^https?:\/\/\S+$/i.test(text)) parts.push({ kind: 'address', label, text })
  else parts.push({ kind: 'text', label, text })
}

function addList(parts: ContentPart[], label: string, items: readonly PreviewNode[]): void {
  const short = items.map(inline)
  if (short.every((text) => text !== null)) {
    // A comma inside an item must not look like the one between two.
    const spelled = short.map((text) => (text.includes(', ') ? quote(text) : text))
    if (items.length === 0 || spelled.join(', ').length <= LONGEST_ROW * 2) {
      return addRow(parts, label, items.length === 0 ? '[]' : spelled.join(', '))
    }
  }
  for (const [index, item] of items.entries()) {
    const row = item.kind === 'object' ? inlineObject(item) : null
    if (row !== null) addRow(parts, `${label} ${index + 1}`, row)
    else add(parts, `${label} ${index + 1}`, item)
  }
}

function addObject(parts: ContentPart[], label: string, node: ObjectNode): void {
  if (node.entries.length === 0) return addRow(parts, label, '{}')
  const pair = pairIn(node)
  for (const { key, value } of node.entries) {
    if (value === pair?.after) continue
    if (value === pair?.before)
      parts.push({ kind: 'difference', label, runs: lineDifference(pair.before.text, pair.after.text) })
    else add(parts, label === '' ? key : `${label}.${key}`, value)
  }
}

/** `name: Alice, entityType: person`; `null`: it needs more room. */
function inlineObject(node: ObjectNode): string | null {
  const { entries } = node
  if (pairIn(node) !== null) return null
  if (entries.length === 0 || entries.length > MOST_INLINE) return null
  const spelled = entries.map(({ key, value }) => {
    const text = value.kind === 'array' ? inlineList(value.items) : inline(value)
    return text === null || /[:,]\s/.test(key)
      ? null
      : `${key}: ${/, |: /.test(text) && value.kind === 'text' ? quote(text) : text}`
  })
  const line = spelled.every((text) => text !== null) ? spelled.join(', ') : null
  return line === null || line.length > LONGEST_ROW * 2 ? null : line
}

function inlineList(items: readonly PreviewNode[]): string | null {
  const short = items.map(inline)
  return short.every((text) => text !== null)
    ? `[${short.map((text) => (text.includes(', ') ? quote(text) : text)).join(', ')}]`
    : null
}

function inline(node: PreviewNode): string | null {
  if (node.kind === 'literal') return node.text
  return node.kind === 'text' && isShort(node.text) ? spellText(node.text) : null
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_ROW && !/[\n\t]/.test(text)
}

/** As it is; in quotes where it could be taken for something else: a number, nothing at all, a quote of ours. */
function spellText(text: string): string {
  return /^$|^\s|\s$|^["[{(]|^(?:-?\d[\d.eE+-]*|true|false|null)$/.test(text) ? quote(text) : text
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Rows that follow each other are one table. */
function joinFields(parts: readonly ContentPart[]): readonly ContentPart[] {
  const joined: ContentPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'fields' && last?.kind === 'fields') {
      joined[joined.length - 1] = { kind: 'fields', rows: [...last.rows, ...part.rows] }
    } else joined.push(part)
  }
  return joined
}
