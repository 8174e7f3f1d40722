/**
 * Where two texts differ. Long ones that begin or end alike differ only in their middle; short ones differ as a whole.
 */
export interface SplitChange {
  readonly start: string
  readonly before: string
  readonly after: string
  readonly end: string
}

const SHORTEST_COMMON = 12

export function splitChange(before: string, after: string): SplitChange {
  const one = Array.from(before)
  const other = Array.from(after)
  const start = alike(one, other)
  const end = alike(one.slice(start).toReversed(), other.slice(start).toReversed())
  if (start + end < SHORTEST_COMMON) return { start: '', before, after, end: '' }
  return {
    start: one.slice(0, start).join(''),
    before: one.slice(start, one.length - end).join(''),
    after: other.slice(start, other.length - end).join(''),
    end: one.slice(one.length - end).join(''),
  }
}

/** How far two texts begin alike. */
function alike(one: readonly string[], other: readonly string[]): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
