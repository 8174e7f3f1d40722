/**
 * An upper estimate of the tokens that a text costs. Tokenizers differ and none is installed, so this counts what all of
 * them split at (case changes, digits by three, runs of punctuation) and rounds up: a word costs one token for each six
 * letters, although common words of any length cost one; punctuation one for each two characters, although `":{"` is one;
 * every other character as many as it has bytes. The usual rule of thumb, characters divided by four, is lower.
 */
const PIECES = /\p{Lu}?[a-z]+|[A-Z]+|\d{1,3}|\n+| +|[\x21-\x7e]|[^]/gu
const PUNCTUATION = /^[^\w\s]$/

export function countTokens(text) {
  let tokens = 0
  let run = 0
  for (const [piece] of text.matchAll(PIECES)) {
    if (PUNCTUATION.test(piece) && piece < '\x7f') {
      run += 1
      continue
    }
    tokens += Math.ceil(run / 2)
    run = 0
    if (/^[A-Za-z]+$/.test(piece)) tokens += Math.ceil(piece.length / 6)
    else if (/^(\d+|\n+| {2,})$/.test(piece)) tokens += 1
    // A single space belongs to the word behind it.
    else if (piece !== ' ') tokens += Buffer.byteLength(piece)
  }
  return tokens + Math.ceil(run / 2)
}
