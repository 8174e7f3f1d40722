/** The last code point: what begins with a prefix lies before the prefix followed by this. */
export const LAST_CHARACTER = '\u{10ffff}'
