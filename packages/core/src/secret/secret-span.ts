/** Where a secret stands in a text. It holds token characters only, but for the line ends inside a private key. */
export interface SecretSpan {
  /** In UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Of a secret in several pieces, those behind the first: their ends would add up to what must not be told. */
  readonly isRest?: true
}

/** Letters, digits and `+/=_-.`: what a mask may stand for. Blanks, quotes and shell characters are none of them. */
export const TOKEN_RUN: RegExp = /[A-Za-z0-9+/=_.-]+/g

/** Each run of token characters in a part of a text. */
export function tokenRuns(text: string, start: number, end: number): readonly SecretSpan[] {
  return Array.from(text.slice(start, end).matchAll(TOKEN_RUN), ({ 0: run, index }) => ({
    start: start + index,
    end: start + index + run.length,
  }))
}
