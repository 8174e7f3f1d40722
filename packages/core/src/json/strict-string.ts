/**
 * Reads one string strictly. It refuses control characters, unknown escapes and lone surrogates, raw or escaped. A raw
 * half and an escaped half do not make a pair: the raw half would be lost as soon as the text is written as UTF-8.
 */
import { fail, type StrictCursor } from './strict-cursor.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LOWER_U = 0x75

/** The cursor stands on the opening quote. */
export function readStrictString(cursor: StrictCursor): string | undefined {
  const text = cursor.text
  const start = cursor.at + 1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      cursor.at = at + 1
      return text.slice(start, at)
    }
    if (code === BACKSLASH) return readEscaped(cursor, start, at)
    if (code < 0x20) return failControl(cursor, at)
    if (code >= 0xd800 && code <= 0xdfff) {
      if (!isPair(code, text.charCodeAt(at + 1))) return failSurrogate(cursor, at)
      at++
    }
  }
  return failUnterminated(cursor)
}

/**
 * Checks the rest of a string with escapes in it; the engine then decodes it at once: piece by piece, a long one takes
 * seconds.
 */
function readEscaped(cursor: StrictCursor, start: number, firstEscape: number): string | undefined {
  const text = cursor.text
  let at = firstEscape
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      cursor.at = at + 1
      return JSON.parse(text.slice(start - 1, at + 1)) as string
    }
    if (code === BACKSLASH) {
      const kind = text.charCodeAt(at + 1)
      if (kind === LOWER_U) {
        const unit = hexUnit(text, at + 2)
        if (unit < 0) return fail(cursor, 'syntax', 'four hexadecimal digits must follow \\u', at)
        if (unit >= 0xd800 && unit <= 0xdfff) {
          const escapeFollows = text.charCodeAt(at + 6) === BACKSLASH && text.charCodeAt(at + 7) === LOWER_U
          const second = escapeFollows ? hexUnit(text, at + 8) : -1
          if (!isPair(unit, second)) return failSurrogate(cursor, at)
          at += 12
        } else {
          at += 6
        }
      } else if (isSimpleEscape(kind)) {
        at += 2
      } else {
        return fail(cursor, 'syntax', 'unknown escape in a string', at)
      }
    } else if (code < 0x20) {
      return failControl(cursor, at)
    } else if (code >= 0xd800 && code <= 0xdfff) {
      if (!isPair(code, text.charCodeAt(at + 1))) return failSurrogate(cursor, at)
      at += 2
    } else {
      at++
    }
  }
  return failUnterminated(cursor)
}

function isPair(high: number, low: number): boolean {
  return high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}

/** The code unit spelled by four hexadecimal digits, or -1. */
function hexUnit(text: string, at: number): number {
  let unit = 0
  for (let index = at; index < at + 4; index++) {
    const code = text.charCodeAt(index)
    let digit: number
    if (code >= 0x30 && code <= 0x39) digit = code - 0x30
    else if (code >= 0x61 && code <= 0x66) digit = code - 0x57
    else if (code >= 0x41 && code <= 0x46) digit = code - 0x37
    else return -1
    unit = unit * 16 + digit
  }
  return unit
}

/** `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`. */
function isSimpleEscape(code: number): boolean {
  switch (code) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true
    default:
      return false
  }
}

function failControl(cursor: StrictCursor, at: number): undefined {
  return fail(cursor, 'syntax', 'a control character in a string must be escaped', at)
}

function failSurrogate(cursor: StrictCursor, at: number): undefined {
  return fail(cursor, 'lone-surrogate', 'half of a surrogate pair is no character', at)
}

function failUnterminated(cursor: StrictCursor): undefined {
  return fail(cursor, 'syntax', 'the string does not end', cursor.text.length)
}
