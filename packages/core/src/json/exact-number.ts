/**
 * Whether a number's spelling survives JavaScript: the decimal that was sent is the decimal that would be printed back.
 * A number that changes on the way (2^53+1, 1e400, too many digits) would be shown as one thing and run as another.
 */

/** A decimal up to this many digits always comes back from a double as it went in. */
const SAFE_DIGITS = 15
/** No double prints more significant digits than this. */
const MOST_DIGITS = 17

/** `spelling` follows the JSON grammar of numbers; `value` is what JavaScript made of it. */
export function isExactNumber(spelling: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const sent = toDecimal(spelling)
  if (sent.digits.length > MOST_DIGITS) return false
  const printed = toDecimal(String(value))
  return sent.digits === printed.digits && sent.exponent === printed.exponent
}

/** A shortcut for spellings without exponent that are too short to be inexact. */
export function isShortDecimal(length: number): boolean {
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
