/**
 * The strict reader of client messages. What a person is shown, what the policy rates and what the upstream receives
 * must be one thing, so it refuses whatever two JSON readers may understand differently: duplicate keys (also by
 * escapes), lone surrogates, numbers that a double cannot carry, and absurd depth or size. It never repairs anything.
 */
import type { JsonValue } from './json-value.ts'
import { NOTHING_INHERITED } from './plain-object.ts'
import { fail, type StrictCursor, type StrictProblem } from './strict-cursor.ts'
import { readStrictNumber } from './strict-number.ts'
import { readStrictString } from './strict-string.ts'

export interface StrictLimits {
  /** In UTF-16 code units. */
  readonly maxLength: number
  /** Arrays and objects inside one another. */
  readonly maxDepth: number
  /**
   * Values of any kind, those inside others too: what is small on the wire may be large to walk, to show and to store.
   */
  readonly maxValues?: number
}

export type StrictReading =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: StrictProblem; readonly message: string; readonly at: number }

export const DEFAULT_STRICT_LIMITS: StrictLimits = { maxLength: 8 * 1024 * 1024, maxDepth: 128 }

const MOST_VALUES = 100_000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

export function readStrict(text: string, limits: StrictLimits = DEFAULT_STRICT_LIMITS): StrictReading {
  if (text.length > limits.maxLength) {
    const message = `the message is longer than ${limits.maxLength} characters`
    return { ok: false, problem: 'too-large', message, at: limits.maxLength }
  }
  const { maxDepth, maxValues = MOST_VALUES } = limits
  const cursor: StrictCursor = { text, maxDepth, at: 0, depth: 0, valuesLeft: maxValues, problem: null, message: '' }
  const value = readValue(cursor)
  if (cursor.valuesLeft < 0) {
    const message = `the message has more than ${maxValues} values; send it in parts`
    return { ok: false, problem: 'too-large', message, at: cursor.at }
  }
  if (value !== undefined) {
    skipWhitespace(cursor)
    if (cursor.at === text.length) return { ok: true, value }
    fail(cursor, 'syntax', 'something follows the end of the message', cursor.at)
  }
  return { ok: false, problem: cursor.problem ?? 'syntax', message: cursor.message, at: cursor.at }
}

function readValue(cursor: StrictCursor): JsonValue | undefined {
  if (--cursor.valuesLeft < 0) return undefined
  const code = skipWhitespace(cursor)
  switch (code) {
    case QUOTE:
      return readStrictString(cursor)
    case OPEN_BRACE:
      return readObject(cursor)
    case OPEN_BRACKET:
      return readArray(cursor)
    case 0x74:
      return readWord(cursor, 'true', true)
    case 0x66:
      return readWord(cursor, 'false', false)
    case 0x6e:
      return readWord(cursor, 'null', null)
    default:
      if (code === MINUS || (code >= 0x30 && code <= 0x39)) return readStrictNumber(cursor)
      return fail(cursor, 'syntax', 'a value was expected', cursor.at)
  }
}

function readObject(cursor: StrictCursor): JsonValue | undefined {
  if (cursor.depth === cursor.maxDepth) return failDepth(cursor)
  cursor.depth++
  const object = Object.create(NOTHING_INHERITED) as Record<string, JsonValue>
  cursor.at++
  if (skipWhitespace(cursor) === CLOSE_BRACE) return close(cursor, object)
  for (;;) {
    const keyAt = cursor.at
    if (cursor.text.charCodeAt(keyAt) !== QUOTE) return fail(cursor, 'syntax', 'a key in quotes was expected', keyAt)
    const key = readStrictString(cursor)
    if (key === undefined) return undefined
    if (object[key] !== undefined) return fail(cursor, 'duplicate-key', 'the key occurs twice in one object', keyAt)
    if (skipWhitespace(cursor) !== COLON) return fail(cursor, 'syntax', 'a colon was expected', cursor.at)
    cursor.at++
    const value = readValue(cursor)
    if (value === undefined) return undefined
    object[key] = value
    const next = skipWhitespace(cursor)
    if (next === CLOSE_BRACE) return close(cursor, object)
    if (next !== COMMA) return fail(cursor, 'syntax', 'a comma or the end of the object was expected', cursor.at)
    cursor.at++
    skipWhitespace(cursor)
  }
}

function readArray(cursor: StrictCursor): JsonValue | undefined {
  if (cursor.depth === cursor.maxDepth) return failDepth(cursor)
  cursor.depth++
  const array: JsonValue[] = []
  cursor.at++
  if (skipWhitespace(cursor) === CLOSE_BRACKET) return close(cursor, array)
  for (;;) {
    const value = readValue(cursor)
    if (value === undefined) return undefined
    array.push(value)
    const next = skipWhitespace(cursor)
    if (next === CLOSE_BRACKET) return close(cursor, array)
    if (next !== COMMA) return fail(cursor, 'syntax', 'a comma or the end of the array was expected', cursor.at)
    cursor.at++
  }
}

function close<T>(cursor: StrictCursor, container: T): T {
  cursor.depth--
  cursor.at++
  return container
}

function readWord<T extends JsonValue>(cursor: StrictCursor, word: string, value: T): T | undefined {
  if (!cursor.text.startsWith(word, cursor.at)) return fail(cursor, 'syntax', 'a value was expected', cursor.at)
  cursor.at += word.length
  return value
}

/** Answers the character code it stopped at (`NaN` at the end). */
function skipWhitespace(cursor: StrictCursor): number {
  const text = cursor.text
  let at = cursor.at
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at)
  cursor.at = at
  return code
}

function failDepth(cursor: StrictCursor): undefined {
  return fail(cursor, 'too-deep', `arrays and objects nest deeper than ${cursor.maxDepth}`, cursor.at)
}
