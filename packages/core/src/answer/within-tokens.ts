/**
 * How much an agent is made to read of us: every text beside an object of ours costs at most 120 tokens. Values that a
 * server, an agent or a person chose are shortened for that, our own words never: what an agent is told to do must not be
 * crowded out by a long name. It refuses to know a tokenizer: no two are alike.
 */
import type { SentenceName, ValuesOf } from '../sentence/catalogue.ts'
import { say } from '../sentence/say.ts'

export const MOST_TOKENS = 120

/**
 * An upper estimate of the tokens that a text costs. Tokenizers differ and none is installed, so this counts what all of
 * them split at (case changes, digits by three, runs of punctuation) and rounds up: a word costs one token for each six
 * letters, although common words of any length cost one; punctuation one for each two characters, although `":{"` is one;
 * every other character as many as it has bytes. The usual rule of thumb, characters divided by four, is lower.
 */
export function countTokens(text: string): number {
  let tokens = 0
  let run = 0
  for (const [piece] of text.matchAll(PIECES)) {
    if (PUNCTUATION.test(piece)) {
      run += 1
      continue
    }
    tokens += Math.ceil(run / 2)
    run = 0
    if (/^[A-Za-z]+$/.test(piece)) tokens += Math.ceil(piece.length / 6)
    else if (/^(\d+|\n+| {2,})$/.test(piece)) tokens += 1
    // A single space belongs to the word behind it.
    else if (piece !== ' ') tokens += bytesOf(piece)
  }
  return tokens + Math.ceil(run / 2)
}

const PIECES = /\p{Lu}?[a-z]+|[A-Z]+|\d{1,3}|\n+| +|[\x21-\x7e]|[^]/gu
const PUNCTUATION = /^[!-/:-@[-^`{-~]$/

function bytesOf(piece: string): number {
  let bytes = 0
  for (const character of piece) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

/** One of our sentences with values, as an agent is told it. */
export function sayToAgent<Name extends SentenceName>(name: Name, values: ValuesOf<Name>): string {
  return withinTokens(values, (said) => sayWith(name, said))
}

const sayWith = say as (name: SentenceName, values: Values) => string

type Values = Readonly<Record<string, string | number>>

/** What `compose` makes of the values, each of them shortened alike as far as it has to be. */
export function withinTokens<V extends Values>(values: V, compose: (values: V) => string): string {
  const whole = compose(values)
  if (countTokens(whole) <= MOST_TOKENS) return whole
  const shortened = (most: number): string => compose(withShortValues(values, most))
  const most = greatest(MOST_TOKENS, (count) => countTokens(shortened(count)) <= MOST_TOKENS)
  return shortenToTokens(shortened(most), MOST_TOKENS)
}

function withShortValues<V extends Values>(values: V, most: number): V {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? shortenToTokens(value, most) : value,
  ])
  return Object.fromEntries(entries) as V
}

/** What any limit lets through of each end. Only blanks are cheaper, and of those nobody misses any. */
const LONGEST_END = 2000
/** Half a marker of a hidden character would read as something else. */
const ATOMS = /⟦U\+[0-9A-F]{4,6}⟧|[^]/gu
const OMITTED = '…'

/** Without its middle: how a text begins and what it ends in tells most. */
export function shortenToTokens(text: string, most: number): string {
  if (countTokens(text) <= most) return text
  const head = atomsOf(text.slice(0, LONGEST_END))
  const tail = atomsOf(text.slice(-LONGEST_END))
  const length = Math.min(head.length, tail.length)
  const kept = (count: number): string => {
    const before = Math.ceil((count * 2) / 3)
    return head.slice(0, before).join('') + OMITTED + tail.slice(tail.length - (count - before)).join('')
  }
  return kept(greatest(length - 1, (count) => countTokens(kept(count)) <= most))
}

function atomsOf(text: string): readonly string[] {
  return text.match(ATOMS) ?? []
}

/** The greatest number up to `most` that fits, or 0. A text that grows by one character may now and then cost less. */
function greatest(most: number, fits: (count: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  while (low > 0 && !fits(low)) low -= 1
  return low
}
