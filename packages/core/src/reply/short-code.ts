/**
 * The short code of a hold, which a person repeats in a reply (`confirm 7F3K`). It says which hold is meant, not who
 * answers.
 *
 * A code has four characters, at least one digit and one letter: no word and no number is one, so `ok then` and `yes
 * 2000` name no hold. It is drawn without characters that are taken for each other, and read as it is written: no
 * character is ever replaced by one that looks like it, so a code that was mistyped names no hold instead of another
 * one.
 */
/** Without 0 O, 1 I L, 5 S, 8 B, 2 Z, U V. */
export const CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
export const CODE_LENGTH = 4

const CODE = /^(?=.*[0-9])(?=.*[A-Z])[0-9A-Z]{4}$/
const MOST_DRAWS = 2000
/**
 * So many draws look for a code that one slip of a finger does not turn into another; the rest take any that is free.
 */
const DRAWS_FOR_A_DISTANT_ONE = 1000

/**
 * `randomInteger(limit)` answers a uniform integer from 0 to below the limit. `taken`: the codes of holds that wait
 * where this one will be answered; the new one differs from each of them in two places or more, as long as there is
 * such a code.
 */
export function drawShortCode(randomInteger: (limit: number) => number, taken: readonly string[] = []): string {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const drawn = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInteger(CODE_ALPHABET.length)))
    const code = drawn.join('')
    const least = draw < DRAWS_FOR_A_DISTANT_ONE ? 2 : 1
    if (CODE.test(code) && taken.every((other) => differences(code, other) >= least)) return code
  }
  throw new Error(`No code is free: ${taken.length} are taken, or the random numbers repeat.`)
}

/** In capitals; `null`: not a code. Also codes that are never drawn, so that a mistyped one can be called unknown. */
export function readShortCode(text: string): string | null {
  const code = text.toUpperCase()
  return text.length === CODE_LENGTH && CODE.test(code) ? code : null
}

function differences(one: string, other: string): number {
  return Array.from(one).filter((character, index) => character !== other.charAt(index).toUpperCase()).length
}
