/**
 * What an edit changed, for people and agents: one entry per place, with both sides as they are spelled. It reads the
 * texts and not the parsed values, so that a number that is only written differently shows too. Hidden characters are
 * made visible, and nothing in a value can start a line of its own.
 */
import { decodeString, endOfString, endOfValue, listMembers, skipTextWhitespace } from '../json/walk-text.ts'
import { clipVisible } from './clip-visible.ts'
import { showInOneLine } from './visible-text.ts'

export interface ArgumentChange {
  /** `customer.emails[0]`, or `(all)` for the arguments themselves. */
  readonly path: string
  /** JSON as it was requested; `null` where there was nothing. */
  readonly requested: string | null
  /** JSON as it was approved; `null` where it was taken out. */
  readonly approved: string | null
}

const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/
const LONGEST_SIDE = 300
const MOST_LINES = 50

/** Both texts were accepted by the strict reader, so their depth is bounded. */
export function findArgumentChanges(requestedText: string, approvedText: string): readonly ArgumentChange[] {
  const changes: ArgumentChange[] = []
  compare(requestedText.trim(), approvedText.trim(), '', changes)
  return changes
}

/** `path: requested → approved`, one line each; long values are cut, the list is too. */
export function renderArgumentChanges(changes: readonly ArgumentChange[]): readonly string[] {
  const lines = changes
    .slice(0, MOST_LINES)
    .map(
      ({ path, requested, approved }) => `${clipVisible(path, LONGEST_SIDE)}: ${side(requested)} → ${side(approved)}`,
    )
  const left = changes.length - lines.length
  return left > 0 ? [...lines, `and ${left} more`] : lines
}

function side(text: string | null): string {
  return text === null ? '(nothing)' : clipVisible(text, LONGEST_SIDE)
}

function compare(requested: string, approved: string, path: string, changes: ArgumentChange[]): void {
  if (requested === approved) return
  const kind = requested[0]
  if (kind === '{' && approved[0] === '{') {
    compareParts(objectParts(requested), objectParts(approved), (key) => memberPath(path, key), changes)
  } else if (kind === '[' && approved[0] === '[') {
    compareParts(arrayParts(requested), arrayParts(approved), (index) => `${path}[${index}]`, changes)
  } else if (kind !== '"' || approved[0] !== '"' || said(requested) !== said(approved)) {
    changes.push({ path: named(path), requested: showInOneLine(requested), approved: showInOneLine(approved) })
  }
}

/** Key or index → text of the value, in the order of the text. */
type Parts = ReadonlyMap<string, string>

function compareParts(
  requested: Parts,
  approved: Parts,
  pathOf: (key: string) => string,
  changes: ArgumentChange[],
): void {
  for (const [key, text] of requested) {
    const other = approved.get(key)
    if (other !== undefined) compare(text, other, pathOf(key), changes)
    else changes.push({ path: named(pathOf(key)), requested: showInOneLine(text), approved: null })
  }
  for (const [key, text] of approved) {
    if (!requested.has(key)) changes.push({ path: named(pathOf(key)), requested: null, approved: showInOneLine(text) })
  }
}

function objectParts(text: string): Parts {
  return new Map(listMembers(text, 0).map(({ key, valueStart, valueEnd }) => [key, text.slice(valueStart, valueEnd)]))
}

function arrayParts(text: string): Parts {
  const parts = new Map<string, string>()
  let at = skipTextWhitespace(text, 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    parts.set(String(parts.size), text.slice(at, end))
    at = skipTextWhitespace(text, end)
    if (text[at] === ',') at = skipTextWhitespace(text, at + 1)
  }
  return parts
}

function memberPath(path: string, key: string): string {
  if (!PLAIN_NAME.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function named(path: string): string {
  return path === '' ? '(all)' : showInOneLine(path)
}

function said(text: string): string {
  return decodeString(text, 0, endOfString(text, 0))
}
