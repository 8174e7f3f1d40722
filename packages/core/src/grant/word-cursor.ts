/**
 * One typed line as words, for a reader that goes through them once. A word in double quotes is text as JSON writes it;
 * `,` and `;` stand alone; blanks separate. Nothing is repaired: quotes that do not close are a word that fits nowhere.
 */
import { readStrict } from '../json/read-strict.ts'
import { findHiddenCharacters, showInOneLine } from '../preview/visible-text.ts'

export interface Word {
  /** `broken`: quotes that do not close, or hold what JSON does not. */
  readonly kind: 'bare' | 'quoted' | 'mark' | 'broken' | 'end'
  /** What it says: of a quoted one, what stands in the quotes. */
  readonly text: string
  /** Where it begins in the line. */
  readonly from: number
}

export interface WordCursor {
  readonly text: string
  readonly words: readonly Word[]
  /** Index of the word to be read. */
  at: number
  /** The first thing that was not understood, as a sentence. */
  problem: string | null
}

const LONGEST_WORDS = 2000
const LONGEST_SHOWN = 60
const EACH_WORD = /(?<quoted>"(?:[^"\\]|\\.)*")|(?<mark>[,;])|(?<bare>[^\s",;]+)|(?<broken>".*$)/gsu

export function startWords(text: string): WordCursor {
  const cursor: WordCursor = { text, words: splitWords(text.slice(0, LONGEST_WORDS)), at: 0, problem: null }
  if (text.length > LONGEST_WORDS) failWords(cursor, `More than ${LONGEST_WORDS} characters are not read.`)
  // People do not type characters that they cannot see on purpose; in quotes one can be written as \u202e.
  else if (findHiddenCharacters(text.replaceAll('\r\n', '\n')).length > 0)
    failWords(cursor, 'It has characters that cannot be seen.')
  return cursor
}

export function currentWord({ words, at, text }: WordCursor): Word {
  return words[at] ?? { kind: 'end', text: '', from: text.length }
}

/** Goes past these words if they are the next ones, in small or capital letters. */
export function takeBare(cursor: WordCursor, ...expected: readonly string[]): boolean {
  const found = expected.every((text, index) => {
    const word = cursor.words[cursor.at + index]
    return word?.kind === 'bare' && word.text.toLowerCase() === text
  })
  if (found) cursor.at += expected.length
  return found
}

export function takeMark(cursor: WordCursor, mark: ',' | ';'): boolean {
  const word = currentWord(cursor)
  const found = word.kind === 'mark' && word.text === mark
  if (found) cursor.at++
  return found
}

export function failWords(cursor: WordCursor, problem: string): undefined {
  cursor.problem ??= problem
}

/** The next word, or all that is left, for a sentence. */
export function showWord({ text }: Pick<Word, 'text'>): string {
  const shown = Array.from(showInOneLine(text.trim()))
  return `"${shown.length <= LONGEST_SHOWN ? shown.join('') : `${shown.slice(0, LONGEST_SHOWN - 1).join('')}…`}"`
}

function splitWords(text: string): readonly Word[] {
  const words: Word[] = []
  for (const { 0: found, index: from, groups } of text.matchAll(EACH_WORD)) {
    if (groups?.['quoted'] !== undefined) {
      const reading = readStrict(found)
      if (reading.ok && typeof reading.value === 'string') words.push({ kind: 'quoted', text: reading.value, from })
      else words.push({ kind: 'broken', text: found, from })
    } else if (groups?.['broken'] !== undefined) words.push({ kind: 'broken', text: found, from })
    else words.push({ kind: groups?.['mark'] === undefined ? 'bare' : 'mark', text: found, from })
  }
  return words
}
