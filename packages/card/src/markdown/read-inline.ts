/**
 * Reads emphasis, code, links and images within one block. Each closing mark is looked up in an index that is built
 * once, so text made of nothing but opening marks costs no more than other text. What does not close is text.
 */
import type { Inline } from './tokens.ts'

const SPECIAL = /[\\`*_~![\n]|https?:\/\//g
const ESCAPABLE = /[!-/:-@[-`{-~]/
const BARE_LINK = /https?:\/\/[^\s<>"'`⟦]+/y
/** Longer blocks are data, not prose. */
const LONGEST_BLOCK = 20_000
const DEEPEST = 8

export function readInline(text: string, depth = 0): readonly Inline[] {
  if (text.length > LONGEST_BLOCK || depth > DEEPEST) return [{ kind: 'text', text }]
  const parts: Inline[] = []
  const indexes = new Map<string, readonly number[]>()
  let plain = ''
  let at = 0
  const push = (part: Inline, end: number): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(part)
    at = end
  }
  while (at < text.length) {
    SPECIAL.lastIndex = at
    const next = SPECIAL.exec(text)
    plain += text.slice(at, next?.index ?? text.length)
    if (next === null) break
    at = next.index
    const found = readMark(text, at, indexes, depth)
    if (found === null) {
      plain += text.charAt(at)
      at++
    } else if (found.part === null) {
      plain += found.text
      at = found.end
    } else push(found.part, found.end)
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return parts
}

type Found =
  | { readonly part: Inline; readonly end: number }
  | { readonly part: null; readonly text: string; readonly end: number }

type Indexes = Map<string, readonly number[]>

function readMark(text: string, at: number, indexes: Indexes, depth: number): Found | null {
  const character = text.charAt(at)
  switch (character) {
    case '\n':
      return { part: { kind: 'break' }, end: at + 1 }
    case '\\':
      return ESCAPABLE.test(text.charAt(at + 1)) ? { part: null, text: text.charAt(at + 1), end: at + 2 } : null
    case '`':
      return readCode(text, at, indexes)
    case '!':
      return text[at + 1] === '[' ? readLink(text, at + 1, indexes, depth, true) : null
    case '[':
      return readLink(text, at, indexes, depth, false)
    case 'h':
      return readBareLink(text, at)
    default:
      return readEmphasis(text, at, character, indexes, depth)
  }
}

function readCode(text: string, at: number, indexes: Indexes): Found {
  let size = 1
  while (text[at + size] === '`') size++
  const marks = '`'.repeat(size)
  const end = firstAfter(
    closers(text, marks, indexes, (index) => text[index - 1] !== '`' && text[index + size] !== '`'),
    at + size,
  )
  if (end === null) return { part: null, text: marks, end: at + size }
  return { part: { kind: 'code', text: text.slice(at + size, end).trim() }, end: end + size }
}

function readEmphasis(text: string, at: number, mark: string, indexes: Indexes, depth: number): Found | null {
  const double = text[at + 1] === mark
  if (mark === '~' && !double) return null
  const marks = double ? mark + mark : mark
  const start = at + marks.length
  const inWord = mark === '_' && isWord(text[at - 1])
  if (inWord || start >= text.length || /\s/.test(text.charAt(start)) || text[start] === mark) return null
  const list = closers(text, marks, indexes, (index) => {
    if (/\s/.test(text.charAt(index - 1)) || text[index - 1] === mark) return false
    return mark !== '_' || !isWord(text[index + marks.length])
  })
  const end = firstAfter(list, start + 1)
  if (end === null) return { part: null, text: marks, end: start }
  const kind = mark === '~' ? 'deleted' : double ? 'strong' : 'emphasis'
  return { part: { kind, parts: readInline(text.slice(start, end), depth + 1) }, end: end + marks.length }
}

/** `[label](address "title")`; a label with another opening bracket in it is no label. */
function readLink(text: string, at: number, indexes: Indexes, depth: number, image: boolean): Found | null {
  const middle = firstAfter(
    closers(text, '](', indexes, () => true),
    at + 1,
  )
  if (middle === null) return null
  const opened = firstAfter(
    closers(text, '[', indexes, () => true),
    at + 1,
  )
  if (opened !== null && opened < middle) return null
  const end = text.indexOf(')', middle)
  if (end < 0 || end - middle > 2000) return null
  const [address = '', ...title] = text
    .slice(middle + 2, end)
    .trim()
    .replace(/^<|>$/g, '')
    .split(/\s/)
  // A title is shown as text: kept as a tooltip, most readers would miss it.
  const label = [text.slice(at + 1, middle), ...title].join(' ')
  if (image) return { part: { kind: 'image', address, text: label }, end: end + 1 }
  return { part: { kind: 'link', address, parts: readInline(label, depth + 1) }, end: end + 1 }
}

function readBareLink(text: string, at: number): Found | null {
  BARE_LINK.lastIndex = at
  const run = BARE_LINK.exec(text)?.[0] ?? ''
  let length = run.length
  while (length > 0 && '.,;:!?)]}*_~'.includes(run.charAt(length - 1))) length--
  const address = run.slice(0, length)
  if (address === '' || address.endsWith('//')) return null
  return { part: { kind: 'link', address, parts: [{ kind: 'text', text: address }] }, end: at + address.length }
}

function closers(text: string, marks: string, indexes: Indexes, fits: (index: number) => boolean): readonly number[] {
  const known = indexes.get(marks)
  if (known !== undefined) return known
  const list: number[] = []
  for (let at = text.indexOf(marks); at >= 0; at = text.indexOf(marks, at + marks.length)) if (fits(at)) list.push(at)
  indexes.set(marks, list)
  return list
}

/** The first index at or after `from`, by halving. */
function firstAfter(sorted: readonly number[], from: number): number | null {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return sorted[low] ?? null
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}
