/**
 * A short random code that a person reads and types. It proves that its reader saw the end of what was shown, not who
 * they are: a program with a terminal of its own can type it too.
 */
/** Without characters that are taken for each other (0 O, 1 I L, 5 S, 8 B, 2 Z, U V). */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 4

/** A person who types it says no. */
const MEANS_NO = 'DENY'

/** `randomInteger(limit)` answers a uniform integer from 0 to below the limit. */
export function drawConfirmationCode(randomInteger: (limit: number) => number): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInteger(ALPHABET.length))).join('')
    if (code !== MEANS_NO) return code
  }
}

export function matchesConfirmationCode(code: string, typed: string): boolean {
  return typed.trim().toUpperCase() === code
}
