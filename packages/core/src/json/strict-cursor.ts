/** The position of one strict reading and, once something is wrong, what. The first problem stays. */
export type StrictProblem = 'syntax' | 'duplicate-key' | 'lone-surrogate' | 'inexact-number' | 'too-deep' | 'too-large'

export interface StrictCursor {
  readonly text: string
  readonly maxDepth: number
  at: number
  depth: number
  /** How many more values there may be. */
  valuesLeft: number
  problem: StrictProblem | null
  message: string
}

/** Notes the problem and answers `undefined`, which is no JSON value: readers hand it up at once. */
export function fail(cursor: StrictCursor, problem: StrictProblem, message: string, at: number): undefined {
  if (cursor.problem === null) {
    cursor.problem = problem
    cursor.message = message
    cursor.at = at
  }
  return undefined
}
