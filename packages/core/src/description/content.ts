/**
 * What a call is about, part by part, as people read it: a difference where a text takes another's place, text, a command,
 * SQL, an address, and what is short as a table. Each leaf of the arguments stands in exactly one part, so who has read the
 * parts has read every byte that runs; of a text that is JSON, all that it says. Texts come from the preview and are visible
 * already. It refuses to guess what a value means beyond the name of its argument; only a `query` tells by its first word
 * whether it is SQL.
 */
import type { ComparedText } from '../preview/entity-preview.ts'
import type { PreviewNode } from '../preview/preview.ts'
import { applyEdits } from './apply-edits.ts'
import { jsonInText } from './json-in-text.ts'
import { lineDifference } from './line-difference.ts'
import type { DifferenceRun } from './line-difference.ts'
import { markLinesAround } from './lines-around-edits.ts'
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
  ['command', /^((\w+_)?(command|cmd)|shellCommand|bash)$/i],
  ['sql', /^(sql|statement|sql_?query)$/i],
  ['code', /^(code|script|expression|js|javascript|python|function)$/i],
]
const STATEMENT =
  /^\s*(?:select|insert|update|delete|replace|merge|create|alter|drop|truncate|grant|revoke|with|explain|pragma|vacuum|call)\s/i
/** A word that a shell would take as it is. */
const PLAIN_WORD = /^[\w./:=@%+,~-]+$/
const MAIL_FIRST = ['from', 'to', 'cc', 'bcc', 'replyTo', 'reply_to', 'subject']
/** What is longer is read as a text of its own. */
const LONGEST_ROW = 100
const MOST_INLINE = 6

/** `compared`: what stands there now, where it was read. */
export function contentOf(root: PreviewNode, compared?: ComparedText): readonly ContentPart[] {
  const parts: ContentPart[] = []
  if (root.kind !== 'object') add(parts, '', root)
  else {
    const pair = pairIn(root)
    for (const { key, value } of inReadingOrder(root)) {
      if (value === pair?.after) continue
      if (value === pair?.before) {
        parts.push(differenceOf(`${key} → ${nameOf(root, pair.after)}`, pair))
        continue
      }
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
  const pairs = edits.filter((edit) => edit !== null)
  const after = pairs.length === edits.length ? applyEdits(before, pairs) : null
  return after === null ? null : markLinesAround(lineDifference(before, after), before, pairs)
}

/** Both texts of an object that holds nothing else. */
function wholePair(node: ObjectNode): { readonly before: string; readonly after: string } | null {
  const pair = node.entries.length === 2 ? pairIn(node) : null
  return pair === null ? null : { before: pair.before.text, after: pair.after.text }
}

interface Pair {
  readonly before: TextNode
  readonly after: TextNode
}

function differenceOf(label: string, { before, after }: Pair): ContentPart {
  return { kind: 'difference', label, runs: lineDifference(before.text, after.text) }
}

function nameOf({ entries }: ObjectNode, node: PreviewNode): string {
  return entries.find(({ value }) => value === node)?.key ?? ''
}

function pairIn({ entries }: ObjectNode): Pair | null {
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
  const kind = kindOf(label, text)
  const json = kind === null ? jsonInText(label, text) : null
  if (kind !== null) parts.push({ kind, label, text })
  else if (json !== null) add(parts, label, json)
  // In quotes each of its own would be escaped; nothing of ours begins like it.
  else if (/^[[{].*"/.test(text)) parts.push({ kind: 'text', label, text })
  else if (isShort(text)) addRow(parts, label, spellText(text))
  else if (/^https?:\/\/\S+$/i.test(text)) parts.push({ kind: 'address', label, text })
  else parts.push({ kind: 'text', label, text })
}

function kindOf(label: string, text: string): TextKind | null {
  if (text === '') return null
  const name = label.split(/[.[]/).findLast((part) => part !== '' && !/^\d+\]$/.test(part)) ?? label
  if (/^query$/i.test(name)) return STATEMENT.test(text) ? 'sql' : null
  return KINDS.find(([, names]) => names.test(name.replace(/ \d+$/, '')))?.[0] ?? null
}

function addList(parts: ContentPart[], label: string, items: readonly PreviewNode[]): void {
  const words = wordsOf(label, items)
  if (words !== null) return void parts.push({ kind: 'command', label, text: words })
  // Each of several commands stands by itself.
  const one = items.length === 0 ? '[]' : kindOf(label, ' ') === null ? rowOf(items) : null
  if (one !== null && one.length <= LONGEST_ROW * 2) return addRow(parts, label, one)
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
    if (value === pair?.before) parts.push(differenceOf(label, pair))
    else add(parts, label === '' ? key : `${label}.${key}`, value)
  }
}

/** The words of one command, as a shell would be given them; `null`: it is no command, or a list of several. */
function wordsOf(label: string, items: readonly PreviewNode[]): string | null {
  const texts = items.map((item) => (item.kind === 'text' && !item.text.includes('\n') ? item.text : null))
  const [first = null] = texts
  if (first === null || kindOf(label, first) !== 'command' || /\s/.test(first)) return null
  return texts.every((text) => text !== null)
    ? texts.map((text) => (PLAIN_WORD.test(text) ? text : quote(text))).join(' ')
    : null
}

/** A list or an object on one line, however deep; `null`: it has a text with lines, or a name that looks like ours. */
export function inlineNode(node: PreviewNode): string | null {
  if (node.kind === 'array') {
    const items = node.items.map((item) => (item.kind === 'object' ? inlineNode(item) : null))
    return items.length > 0 && items.every((text) => text !== null) ? items.join(', ') : inlineList(node.items)
  }
  if (node.kind !== 'object') return inlineItem(node)
  const members = node.entries.map(({ key, value }) => {
    const text = value.kind === 'array' ? inlineList(value.items) : inlineNode(value)
    return text === null || /[:,()]/.test(key) ? null : `${key}: ${text}`
  })
  return node.entries.length === 0 ? '{}' : members.every((text) => text !== null) ? `(${members.join(', ')})` : null
}

function rowOf(items: readonly PreviewNode[]): string | null {
  const [only] = items
  if (items.length === 1 && only !== undefined && only.kind !== 'array') return inline(only)
  const spelled = items.map((item) => (item.kind === 'array' ? inlineList(item.items) : inlineItem(item)))
  return spelled.every((text) => text !== null) ? spelled.join(', ') : null
}

/** A comma inside an item must not look like the one between two. */
function inlineItem(node: PreviewNode): string | null {
  const text = inline(node)
  const isPlain = node.kind !== 'text' || (text === node.text && !/, |^"/.test(text))
  return text === null || isPlain ? text : quote((node as TextNode).text)
}

/** `name: Alice, entityType: person`; `null`: it needs more room. */
function inlineObject(node: ObjectNode): string | null {
  const { entries } = node
  if (pairIn(node) !== null) return null
  if (entries.length === 0 || entries.length > MOST_INLINE) return null
  const spelled = entries.map(({ key, value }) => {
    const text = value.kind === 'array' ? inlineList(value.items) : inline(value)
    if (text === null || /[:,]\s/.test(key)) return null
    return `${key}: ${value.kind === 'text' && text === value.text && /, |: |^"/.test(text) ? quote(text) : text}`
  })
  const line = spelled.every((text) => text !== null) ? spelled.join(', ') : null
  return line === null || line.length > LONGEST_ROW * 2 ? null : line
}

function inlineList(items: readonly PreviewNode[]): string | null {
  const spelled = items.map(inlineItem)
  return spelled.every((text) => text !== null) ? `[${spelled.join(', ')}]` : null
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
  return /^$|^\s|\s$|^".*"$|^[[{(]|^(?:-?\d[\d.eE+-]*|true|false|null)$/.test(text) ? quote(text) : text
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Rows that follow each other are one table. Of many thousands each is moved once. */
function joinFields(parts: readonly ContentPart[]): readonly ContentPart[] {
  const joined: ContentPart[] = []
  let table: ContentRow[] | null = null
  for (const part of parts) {
    if (part.kind !== 'fields') {
      joined.push(part)
      table = null
    } else if (table === null) {
      table = [...part.rows]
      joined.push({ kind: 'fields', rows: table })
    } else for (const row of part.rows) table.push(row)
  }
  return joined
}
