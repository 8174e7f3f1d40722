/**
 * Finds secrets in text whose hidden characters are visible already. It knows them by their shape and by the name before
 * them, never by how random they look: what it does not know stays in sight, and so does all that a mask may not hold.
 * Time is linear in the text.
 */
import { cardNumbers } from './card-numbers.ts'
import { namedSecrets, secretValue } from './named-values.ts'
import { privateKeys } from './private-keys.ts'
import type { SecretSpan } from './secret-span.ts'
import { shapedSecrets } from './token-shapes.ts'

/** In their order, none within another. `isNamed`: the name that the text stands under says that it is a secret. */
export function findSecrets(text: string, isNamed = false): readonly SecretSpan[] {
  return apart(text, [
    ...privateKeys(text),
    ...shapedSecrets(text),
    ...(isNamed ? secretValue(text) : []),
    ...namedSecrets(text),
    ...cardNumbers(text),
  ])
}

/** The marks in a text are ours: no part of one is a secret, but for the line ends within a private key. */
const MARK = /⟦[^⟦⟧]{0,80}⟧/g
const LINE_END = /^⟦U\+000[AD]⟧$/

/** Where two overlap, the wider counts, else the one that begins first. */
export function apart(text: string, spans: readonly SecretSpan[]): readonly SecretSpan[] {
  if (spans.length === 0) return []
  const marks = text.includes('⟦') ? Array.from(text.matchAll(MARK)) : []
  const sorted = spans.toSorted((left, right) => left.start - right.start || right.end - left.end)
  const kept: SecretSpan[] = []
  for (const span of sorted) {
    const last = kept.at(-1)
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end }
      continue
    }
    kept.push(span)
  }
  return kept.filter((span) => !touchesMark(marks, span))
}

function touchesMark(marks: readonly RegExpExecArray[], { start, end }: SecretSpan): boolean {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(marks[middle]) <= start) low = middle + 1
    else high = middle
  }
  for (let at = low; at < marks.length; at++) {
    const mark = marks[at]
    if (mark === undefined || mark.index >= end) return false
    if (!LINE_END.test(mark[0])) return true
  }
  return false
}

function endOf(mark: RegExpExecArray | undefined): number {
  return mark === undefined ? Number.POSITIVE_INFINITY : mark.index + mark[0].length
}
