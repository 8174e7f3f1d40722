/**
 * The values that make a text out of a template; `null`: none do. Each fixed piece is found once, so it takes no longer than
 * reading the text, whatever a value is made of.
 */
import type { Template } from './slots.ts'

/**
 * `cut: 'right'`: what is appended to all that stands before it, so that the last one is ours. `quoted`: pieces inside JSON
 * strings are part of a value.
 */
export interface MatchOptions {
  readonly cut: 'left' | 'right'
  readonly quoted: boolean
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g

export function matchTemplate(
  { fixed, slots }: Template,
  text: string,
  options: MatchOptions,
): readonly string[] | null {
  const first = fixed[0] ?? ''
  const last = fixed.at(-1) ?? ''
  if (slots.length === 0) return text === first ? [] : null
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return null
  const searched = options.quoted ? text.replace(JSON_STRING, (string) => '\0'.repeat(string.length)) : text
  const from = first.length
  const to = text.length - last.length
  const ends =
    options.cut === 'left' ? findFromLeft(searched, fixed, from, to) : findFromRight(searched, fixed, from, to)
  if (ends === null) return null
  return slots.map((_slot, index) => {
    const start = index === 0 ? from : (ends[index - 1] ?? to) + (fixed[index]?.length ?? 0)
    return text.slice(start, ends[index] ?? to)
  })
}

/** Where each value but the last ends. */
function findFromLeft(text: string, fixed: readonly string[], from: number, to: number): readonly number[] | null {
  const ends: number[] = []
  let at = from
  for (const piece of fixed.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > to) return null
    ends.push(found)
    at = found + piece.length
  }
  return ends
}

function findFromRight(text: string, fixed: readonly string[], from: number, to: number): readonly number[] | null {
  const ends: number[] = []
  let before = to
  for (const piece of fixed.slice(1, -1).toReversed()) {
    const found = before - piece.length < from ? -1 : text.lastIndexOf(piece, before - piece.length)
    if (found < from) return null
    ends.unshift(found)
    before = found
  }
  return ends
}
