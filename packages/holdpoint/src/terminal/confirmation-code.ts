/**
 * A short random code that a person reads and types. It proves that its reader saw the end of what was shown, not who
 * they are: a program with a terminal of its own can type it too.
 */
import { CODE_ALPHABET, CODE_LENGTH } from '@holdpoint/core'

/** A person who types it says no. */
const MEANS_NO = 'DENY'

/** `randomInteger(limit)` answers a uniform integer from 0 to below the limit. */
export function drawConfirmationCode(randomInteger: (limit: number) => number): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () =>
      CODE_ALPHABET.charAt(randomInteger(CODE_ALPHABET.length)),
    ).join('')
    if (code !== MEANS_NO) return code
  }
}

export function matchesConfirmationCode(code: string, typed: string): boolean {
  return typed.trim().toUpperCase() === code
}
