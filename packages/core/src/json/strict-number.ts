/** Reads one number strictly: the JSON grammar, and only spellings that JavaScript carries exactly. */
import { isExactNumber, isShortDecimal } from './exact-number.ts'
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
