/** What the parser of shapes has to say, in our words: each names what would have been right. */
import type * as z from 'zod'

/** One thing that is wrong with the shape, at a path of keys and indexes. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** Keys that are not known at `path`. */
  readonly unknownKeys: readonly string[]
  /** The values that would have been right, where there is a list of them. */
  readonly expected: readonly string[]
}

export function toShapeProblem(issue: z.core.$ZodIssue): ShapeProblem {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : []
  const expected = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return { path, unknownKeys, expected, message: missing ? `"${String(path.at(-1))}" is missing.` : messageOf(issue) }
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith('Invalid')) return issue.message
  if (issue.code === 'invalid_value' && issue.values.length > 1)
    return `This is one of ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'invalid_type') return `This is to be ${NAMES_OF_TYPES.get(issue.expected) ?? issue.expected}.`
  return issue.message
}

const NAMES_OF_TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'a map of keys and values'],
  ['record', 'a map of names and values'],
  ['int', 'a whole number'],
  ['number', 'a number'],
])
