/** Finds the word that was probably meant, for whatever a person types: a command, a key of the file, a name. */

/** A longer one is no slip of the fingers, and would take long to compare. */
const LONGEST_WORD = 64

/** The candidate nearest to the word, or `null` if none is near enough to be a slip of the fingers. */
export function closestWord(word: string, candidates: readonly string[]): string | null {
  if (word.length > LONGEST_WORD) return null
  let best: string | null = null
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Insertions, deletions, replacements and swaps of neighbours, each counted once. */
export function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 32) return Math.abs(left.length - right.length)
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      }
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
