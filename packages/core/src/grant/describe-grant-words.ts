/** Writes a standing answer in the words that `grant-words.ts` reads as the same one, for lengths of whole seconds. */
import { findHiddenCharacters } from '../preview/visible-text.ts'
import { readArgumentPath } from './argument-path.ts'
import type { GrantClause } from './grant-clause.ts'
import type { GrantRequest } from './grant-request.ts'

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const
const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u
const PLAIN_PATH = /^\/[\p{L}\p{N}_$.*~/-]*$/u
const PLAIN_FOLDER = /^[\p{L}\p{N}_./\\:][\p{L}\p{N}_./\\:-]*$/u

export function describeGrantWords({ for: lasting, arguments: covered, times, amount }: GrantRequest): string {
  return [
    ...(covered === 'same' || covered === 'scope' ? [covered] : []),
    typeof lasting === 'number' ? describeLength(lasting) : lasting,
    ...(times === undefined ? [] : [`${times} ${times === 1 ? 'time' : 'times'}`]),
    ...(amount === undefined ? [] : [`up to ${amount.total} of ${describeName(amount.path)}`]),
    ...(typeof covered === 'string' ? [] : [`where ${covered.map(describeClause).join('; ')}`]),
  ].join(' ')
}

function describeLength(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => milliseconds % each === 0) ?? ['s', 1000]
  return `${Math.floor(milliseconds / size)}${unit}`
}

function describeClause(clause: GrantClause): string {
  const name = describeName(clause.path)
  switch (clause.is) {
    case 'equal':
      return `${name} is ${quote(clause.value)}`
    case 'one-of':
      return `${name} one of ${clause.values.map(quote).join(', ')}`
    case 'under':
      return `${name} under ${isPlain(PLAIN_FOLDER, clause.folder) ? clause.folder : quote(clause.folder)}`
    case 'at-most':
      return `${name} at most ${clause.most}`
    case 'between':
      return `${name} between ${clause.least} and ${clause.most}`
    case 'starting-with':
      return `${name} starting with ${quote(clause.text)}`
  }
}

function describeName(path: string): string {
  const [name = '', ...deeper] = readArgumentPath(path) ?? []
  if (deeper.length === 0 && isPlain(PLAIN_NAME, name)) return name
  return isPlain(PLAIN_PATH, path) ? path : quote(path)
}

function isPlain(pattern: RegExp, text: string): boolean {
  return pattern.test(text) && findHiddenCharacters(text).length === 0
}

/** With every character visible: what cannot be seen is not read back. */
function quote(value: string | number | boolean | null): string {
  const text = JSON.stringify(value)
  if (findHiddenCharacters(text).length === 0) return text
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
