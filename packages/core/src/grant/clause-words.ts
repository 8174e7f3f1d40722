/**
 * Conditions on arguments as a person types them: `amount at most 100; path under /srv`. What is written decides the
 * type: `5` is the number, `"5"` the text. Whatever could be meant in two ways is refused and asked to be put in
 * quotes: a condition that is read more widely than it was meant lets unseen calls pass.
 */
import { readStrict } from '../json/read-strict.ts'
import { readArgumentPath } from './argument-path.ts'
import type { GrantClause, PlainValue } from './grant-clause.ts'
import { currentWord, failWords, showWord, startWords, takeBare, takeMark } from './word-cursor.ts'
import type { WordCursor } from './word-cursor.ts'

export type ClauseWords =
  | { readonly ok: true; readonly clauses: readonly GrantClause[] }
  | { readonly ok: false; readonly message: string }

const OPERATORS = '"is", "one of", "under", "at most", "between" or "starting with"'
/** Quotes of other kinds, which text fields put in by themselves. */
const OTHER_QUOTES = /^['`´‘’‚‛“”„‟«»]|[“”„‟«»]$/u
const LIKE_A_NUMBER = /^[+-]?(?:\p{Nd}+(?:\.\p{Nd}*)?|\.\p{Nd}+|infinity|nan|0x[\da-f]+)(?:e[+-]?\p{Nd}+)?$/iu

export function readClauseWords(text: string): ClauseWords {
  const cursor = startWords(text)
  const clauses = takeClauses(cursor)
  if (clauses !== undefined && currentWord(cursor).kind !== 'end') failBehindClause(cursor)
  return clauses === undefined || cursor.problem !== null
    ? { ok: false, message: cursor.problem ?? 'It is not understood.' }
    : { ok: true, clauses }
}

/** Conditions with `;` between them, as far as they go. */
export function takeClauses(cursor: WordCursor): readonly GrantClause[] | undefined {
  const clauses: GrantClause[] = []
  do {
    const clause = takeClause(cursor)
    if (clause === undefined) return undefined
    clauses.push(clause)
  } while (takeMark(cursor, ';'))
  return clauses
}

export function failBehindClause(cursor: WordCursor): undefined {
  const rest = cursor.text.slice(currentWord(cursor).from)
  return failWords(
    cursor,
    `${showWord({ text: rest })} is not understood: write ; between two conditions, and quotes around text with blanks.`,
  )
}

/** A name, or a JSON pointer where it begins with `/`. */
export function takeArgumentName(cursor: WordCursor): string | undefined {
  const word = currentWord(cursor)
  if (word.kind !== 'bare' && word.kind !== 'quoted') {
    return failWords(
      cursor,
      `The name of an argument is expected${insteadOf(cursor)}, such as amount or /items/*/price.`,
    )
  }
  const { kind, text } = word
  const isPointer = text.startsWith('/')
  if (kind === 'bare' && (OTHER_QUOTES.test(text) || (!isPointer && text.includes('/')))) {
    return failWords(
      cursor,
      `${showWord(word)} is no name of an argument: put it in double quotes, or begin a path with /.`,
    )
  }
  const path = isPointer ? text : `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (readArgumentPath(path) === null) return failWords(cursor, `${showWord(word)} is no path to an argument.`)
  cursor.at++
  return path
}

export function takeNumber(cursor: WordCursor): number | undefined {
  const word = currentWord(cursor)
  const reading = word.kind === 'bare' ? readStrict(word.text) : null
  if (reading?.ok !== true || typeof reading.value !== 'number') {
    return failWords(cursor, `A number such as 100 or 0.5 is expected${insteadOf(cursor)}.`)
  }
  cursor.at++
  return reading.value
}

function takeClause(cursor: WordCursor): GrantClause | undefined {
  const name = currentWord(cursor)
  const path = takeArgumentName(cursor)
  if (path === undefined) return undefined
  const stated = takeBare(cursor, 'is')
  if (takeBare(cursor, 'one', 'of')) {
    const values = takeValues(cursor)
    return values === undefined ? undefined : { path, is: 'one-of', values }
  }
  if (takeBare(cursor, 'at', 'most')) {
    const most = takeNumber(cursor)
    return most === undefined ? undefined : { path, is: 'at-most', most }
  }
  if (takeBare(cursor, 'between')) {
    const least = takeNumber(cursor)
    if (least === undefined) return undefined
    if (!takeBare(cursor, 'and')) return failWords(cursor, `"and" is expected${insteadOf(cursor)}: between 1 and 10.`)
    const most = takeNumber(cursor)
    return most === undefined ? undefined : { path, is: 'between', least, most }
  }
  if (takeBare(cursor, 'under')) {
    const folder = takeText(cursor, 'A folder')
    return folder === undefined ? undefined : { path, is: 'under', folder }
  }
  if (takeBare(cursor, 'starting', 'with')) {
    const text = takeText(cursor, 'A text')
    return text === undefined ? undefined : { path, is: 'starting-with', text }
  }
  if (!stated) return failWords(cursor, `Behind ${showWord(name)} comes ${OPERATORS}${insteadOf(cursor)}.`)
  const value = takeValue(cursor)
  return value === undefined ? undefined : { path, is: 'equal', value }
}

function takeValues(cursor: WordCursor): readonly PlainValue[] | undefined {
  const values: PlainValue[] = []
  do {
    const value = takeValue(cursor)
    if (value === undefined) return undefined
    values.push(value)
    if (isInNumber(cursor)) {
      return failWords(
        cursor,
        'A comma between two digits can be meant in two ways: put a blank behind one that separates.',
      )
    }
  } while (takeMark(cursor, ','))
  return values
}

/** `1,500`: two values, or one with its thousands apart. */
function isInNumber(cursor: WordCursor): boolean {
  const { kind, from } = currentWord(cursor)
  return kind === 'mark' && /^\p{Nd},\p{Nd}$/u.test(cursor.text.slice(from - 1, from + 2))
}

/** Text whatever it looks like: where only text can stand, `5` is the text. */
function takeText(cursor: WordCursor, what: string): string | undefined {
  const word = currentWord(cursor)
  if (word.kind === 'quoted' || (word.kind === 'bare' && isPlainWord(word.text))) {
    cursor.at++
    return word.text
  }
  return failWords(cursor, `${what} is expected${insteadOf(cursor)}, in double quotes where it has blanks or signs.`)
}

function takeValue(cursor: WordCursor): PlainValue | undefined {
  const word = currentWord(cursor)
  if (word.kind !== 'bare') return takeText(cursor, 'A value')
  const { text } = word
  if (/^(?:true|false|null)$/.test(text) || LIKE_A_NUMBER.test(text)) {
    const reading = readStrict(text)
    if (!reading.ok) {
      return failWords(
        cursor,
        `${showWord(word)} is no number as JSON writes one. If it is text, put it in double quotes.`,
      )
    }
    cursor.at++
    return reading.value as PlainValue
  }
  if (/^(?:true|false|null)$/i.test(text) || /^[[{]/.test(text) || !isPlainWord(text)) {
    return failWords(cursor, `${showWord(word)} can be meant in two ways. If it is text, put it in double quotes.`)
  }
  cursor.at++
  return text
}

/** `--` ends the words; quotes of other kinds may or may not be part of the text. */
function isPlainWord(text: string): boolean {
  return text !== '--' && !OTHER_QUOTES.test(text)
}

function insteadOf(cursor: WordCursor): string {
  const word = currentWord(cursor)
  return word.kind === 'end' ? '' : `, not ${showWord(word)}`
}
