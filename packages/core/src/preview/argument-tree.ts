/**
 * Turns the arguments' text into the tree that people are shown: members in the order they were sent, numbers spelled
 * as they were sent. It reads the text and not the parsed value, since a parsed object reorders number-like keys and
 * forgets how a number was written.
 */
import type { Sha256 } from '../json/sha256.ts'
import { decodeString, endOfLiteral, endOfString, skipTextWhitespace } from '../json/walk-text.ts'
import { measureBlob } from './base64-blob.ts'
import type { PreviewNode } from './preview.ts'
import { findHiddenCharacters, showHiddenCharacters, showInOneLine } from './visible-text.ts'

export interface ArgumentTree {
  readonly root: PreviewNode
  /** Whether any key or text held hidden characters. */
  readonly hidden: boolean
  /** How many texts are binary data that people cannot read. */
  readonly blobs: number
}

interface TextCursor {
  readonly text: string
  readonly sha256: Sha256
  at: number
  hidden: boolean
  blobs: number
}

/** `argumentsText` was accepted by the strict reader, so its depth is bounded. */
export function buildArgumentTree(argumentsText: string, sha256: Sha256): ArgumentTree {
  const cursor: TextCursor = { text: argumentsText, sha256, at: 0, hidden: false, blobs: 0 }
  const root = readNode(cursor)
  return { root, hidden: cursor.hidden, blobs: cursor.blobs }
}

function readNode(cursor: TextCursor): PreviewNode {
  switch (peek(cursor)) {
    case '{':
      return readObjectNode(cursor)
    case '[':
      return readArrayNode(cursor)
    case '"':
      return readTextNode(cursor)
    default: {
      const start = cursor.at
      cursor.at = endOfLiteral(cursor.text, start)
      return { kind: 'literal', text: cursor.text.slice(start, cursor.at) }
    }
  }
}

function readObjectNode(cursor: TextCursor): PreviewNode {
  const entries: { key: string; value: PreviewNode }[] = []
  cursor.at++
  while (peek(cursor) !== '}') {
    const key = readText(cursor)
    if (findHiddenCharacters(key).length > 0) cursor.hidden = true
    peek(cursor)
    cursor.at++
    entries.push({ key: showInOneLine(key), value: readNode(cursor) })
    if (peek(cursor) === ',') cursor.at++
  }
  cursor.at++
  return { kind: 'object', entries }
}

function readArrayNode(cursor: TextCursor): PreviewNode {
  const items: PreviewNode[] = []
  cursor.at++
  while (peek(cursor) !== ']') {
    items.push(readNode(cursor))
    if (peek(cursor) === ',') cursor.at++
  }
  cursor.at++
  return { kind: 'array', items }
}

function readTextNode(cursor: TextCursor): PreviewNode {
  const value = readText(cursor)
  const shown = showHiddenCharacters(value)
  if (shown.hidden) cursor.hidden = true
  const bytes = measureBlob(value)
  if (bytes === null) return { kind: 'text', text: shown.text, hidden: shown.hidden }
  cursor.blobs++
  return { kind: 'blob', bytes, sha256: cursor.sha256(value), text: shown.text }
}

function readText(cursor: TextCursor): string {
  const start = cursor.at
  cursor.at = endOfString(cursor.text, start)
  return decodeString(cursor.text, start, cursor.at)
}

function peek(cursor: TextCursor): string {
  cursor.at = skipTextWhitespace(cursor.text, cursor.at)
  return cursor.text.charAt(cursor.at)
}
