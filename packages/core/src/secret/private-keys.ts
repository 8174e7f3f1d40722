/**
 * Private keys in PEM: the lines between their first line and their last. Only whole lines of base64 count, each as long
 * as the first but for the last: a command that was put among them stays in sight.
 */
import type { SecretSpan } from './secret-span.ts'

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** Line ends, as they are, as marks in one line of text, or as escapes of a JSON text within a text; and indents. */
const BREAK = /(?:[\n\r \t]|⟦U\+000[9AD]⟧|\\{1,4}[nrt])+/y
const LINE_END = /[\n\r]|⟦U\+000[AD]⟧|\\[nr]/
const HEADER = /[A-Za-z][A-Za-z-]{2,40}: [^\n\r\\⟦⟧]{0,100}/y
const LINE = /[A-Za-z0-9+/=]+/y
const SHORTEST_FIRST_LINE = 24
const MERGED = /^(?:\r?\n|⟦U\+000D⟧\n|(?:⟦U\+000D⟧)?⟦U\+000A⟧)+$/
const MOST_HEADERS = 6

export function privateKeys(text: string): readonly SecretSpan[] {
  if (!text.includes('-----BEGIN ')) return []
  const spans: SecretSpan[] = []
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    const from = index + begin.length
    // Another key may have begun within what was read of the one before.
    if (from >= (spans.at(-1)?.end ?? 0)) spans.push(...linesOf(text, from))
  }
  return spans
}

function linesOf(text: string, from: number): readonly SecretSpan[] {
  const spans: { start: number; end: number; isRest?: true }[] = []
  let at = skip(text, BREAK, from)
  for (let headers = 0; headers < MOST_HEADERS; headers++) {
    const end = skip(text, HEADER, at)
    if (end === at) break
    at = skip(text, BREAK, end)
  }
  let length = 0
  for (;;) {
    const end = skip(text, LINE, at)
    const next = skip(text, BREAK, end)
    const size = end - at
    const isCut = text.charAt(end) === '…'
    const isLine =
      end === text.length || isCut || LINE_END.test(text.slice(end, next)) || text.startsWith('-----END', end)
    if (size === 0 || !isLine) break
    if (length === 0 && size < SHORTEST_FIRST_LINE && !isCut) break
    if (length > 0 && size > length) break
    const last = spans.at(-1)
    if (last !== undefined && MERGED.test(text.slice(last.end, at))) last.end = end
    else spans.push({ start: at, end, ...(last === undefined ? {} : { isRest: true }) })
    // The last line is shorter, or a checksum stands behind it, which tells nothing.
    if (length > 0 && size < length) break
    length = size
    at = next
  }
  return spans
}

function skip(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
