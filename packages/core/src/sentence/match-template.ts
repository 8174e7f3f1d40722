/**
 * The values that make a text out of a template; `null`: none do. Each fixed piece is found once, so it takes no longer
 * than reading the text, whatever a value is made of.
 */
import type { Template } from './slots.ts'

/** `right`: the fixed piece is appended to all that stands before it, so that the last one is ours. */
export type Cut = 'left' | 'right'

/** `searched`: the text, as long as it is, without what cannot be a fixed piece. */
export function matchTemplate(
  { fixed, slots }: Template,
  text: string,
  searched: string,
  cut: Cut,
): readonly string[] | null {
  const first = fixed[0] ?? ''
  const last = fixed.at(-1) ?? ''
  if (slots.length === 0) return text === first ? [] : null
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return null
  const from = first.length
  const to = text.length - last.length
  const ends = cut === 'left' ? findFromLeft(searched, fixed, from, to) : findFromRight(searched, fixed, from, to)
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
