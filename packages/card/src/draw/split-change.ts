/** Where two texts differ. Long ones that begin or end alike differ only in their middle; short ones differ as a whole. */
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
  const shortest = Math.min(one.length, other.length)
  let start = 0
  while (start < shortest && one[start] === other[start]) start++
  let end = 0
  while (end < shortest - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  if (start + end < SHORTEST_COMMON) return { start: '', before, after, end: '' }
  return {
    start: one.slice(0, start).join(''),
    before: one.slice(start, one.length - end).join(''),
    after: other.slice(start, other.length - end).join(''),
    end: end === 0 ? '' : one.slice(-end).join(''),
  }
}
