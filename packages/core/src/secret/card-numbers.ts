/**
 * Numbers of payment cards: as long as their brand has them, with a right check digit. In groups with blanks between,
 * each group but the first is masked for itself, since a blank is never inside a mask.
 */
import type { SecretSpan } from './secret-span.ts'

const NUMBER = /(?<![\p{L}\p{N}_.⟦+-])(?<!\d[ ])\d(?:[ -]?\d){13,18}(?![ -]?\d|[\p{L}_]|\.\d)/gu
/** Visa · Mastercard · American Express · Discover · JCB · Diners Club · UnionPay */
const BRANDS =
  /^(?:4\d{15}|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|3[47]\d{13}|6(?:011|5\d{2})\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14,17})$/

export function cardNumbers(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { 0: found, index } of text.matchAll(NUMBER)) {
    const digits = found.replaceAll(/[ -]/g, '')
    if (!BRANDS.test(digits) || !hasCheckDigit(digits)) continue
    if (!found.includes(' ')) spans.push({ start: index, end: index + found.length })
    else spans.push(...groupsBehindFirst(found, index))
  }
  return spans
}

/** Four digits at the end are what people know their card by. */
function groupsBehindFirst(found: string, at: number): readonly SecretSpan[] {
  const groups = Array.from(found.matchAll(/[\d-]+/g), ({ 0: group, index }) => ({ group, start: at + index }))
  return groups.flatMap(({ group, start }, index): readonly SecretSpan[] => {
    const isShown = (index === 0 || index === groups.length - 1) && group.length <= 4
    return isShown ? [] : [{ start, end: start + group.length, isRest: true }]
  })
}

/** Luhn's check. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const counted = place % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
