/** Reads one number strictly: the JSON grammar, and only spellings that JavaScript carries exactly. */
import { fail, type StrictCursor } from './strict-cursor.ts'

const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const UPPER_E = 0x45
const LOWER_E = 0x65

/** The cursor stands on a minus sign or a digit. */
export function readStrictNumber(cursor: StrictCursor): number | undefined {
  const text = cursor.text
  const start = cursor.at
  const negative = text.charCodeAt(start) === MINUS
  const integerStart = negative ? start + 1 : start
  let at = integerStart
  let value = 0
  if (text.charCodeAt(at) === ZERO) {
    at++
  } else {
    for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
      value = value * 10 + (code - ZERO)
      at++
    }
    if (at === integerStart) return fail(cursor, 'syntax', 'a digit must follow the minus sign', at)
  }
  let next = text.charCodeAt(at)
  if (next !== POINT && next !== LOWER_E && next !== UPPER_E && isShortDecimal(at - integerStart)) {
    cursor.at = at
    return negative ? -value : value
  }
  let exponent = false
  if (next === POINT) {
    const fractionStart = at + 1
    at = skipDigits(text, fractionStart)
    if (at === fractionStart) return fail(cursor, 'syntax', 'a digit must follow the decimal point', at)
    next = text.charCodeAt(at)
  }
  if (next === LOWER_E || next === UPPER_E) {
    exponent = true
    at++
    next = text.charCodeAt(at)
    if (next === PLUS || next === MINUS) at++
    const exponentStart = at
    at = skipDigits(text, exponentStart)
    if (at === exponentStart) return fail(cursor, 'syntax', 'a digit must follow the exponent sign', at)
  }
  const spelling = text.slice(start, at)
  value = Number(spelling)
  const plainlyExact = !exponent && isShortDecimal(at - integerStart)
  if (!plainlyExact && !isExactNumber(spelling, value)) {
    return fail(cursor, 'inexact-number', 'the number cannot be carried exactly; send it as a string', start)
  }
  cursor.at = at
  return value
}

function skipDigits(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) at++
  return at
}

/** A decimal up to this many digits always comes back from a double as it went in. */
const SAFE_DIGITS = 15
/** No double prints more significant digits than this. */
const MOST_DIGITS = 17

/** `spelling` follows the JSON grammar of numbers; `value` is what JavaScript made of it. */
function isExactNumber(spelling: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const sent = toDecimal(spelling)
  if (sent.digits.length > MOST_DIGITS) return false
  const printed = toDecimal(String(value))
  return sent.digits === printed.digits && sent.exponent === printed.exponent
}

/** A shortcut for spellings without exponent that are too short to be inexact. */
function isShortDecimal(length: number): boolean {
  return length <= SAFE_DIGITS
}

/** An integer without outer zeros, times a power of ten. The sign is left out: it is never lost. */
interface Decimal {
  readonly digits: string
  readonly exponent: number
}

function toDecimal(spelling: string): Decimal {
  let exponentMark = spelling.indexOf('e')
  if (exponentMark < 0) exponentMark = spelling.indexOf('E')
  const mantissa = exponentMark < 0 ? spelling : spelling.slice(0, exponentMark)
  const exponent = exponentMark < 0 ? 0 : Number(spelling.slice(exponentMark + 1))
  const start = mantissa.startsWith('-') ? 1 : 0
  const point = mantissa.indexOf('.')
  const digits = point < 0 ? mantissa.slice(start) : mantissa.slice(start, point) + mantissa.slice(point + 1)
  const fractionDigits = point < 0 ? 0 : mantissa.length - point - 1
  let first = 0
  while (first < digits.length && digits.charCodeAt(first) === 0x30) first++
  if (first === digits.length) return { digits: '', exponent: 0 }
  let last = digits.length
  while (digits.charCodeAt(last - 1) === 0x30) last--
  return { digits: digits.slice(first, last), exponent: exponent - fractionDigits + (digits.length - last) }
}
