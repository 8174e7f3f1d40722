/** What a store tells its owner outside any call: for the log, never for a decision. */
export type StoreProblem =
  /** Writes fail; `waiting` audit records are held in memory. */
  | { readonly kind: 'unavailable'; readonly error: Error; readonly waiting: number }
  /** Writes work again. */
  | { readonly kind: 'recovered' }
  /** Other accounts of this machine may look into the directory, and it is not ours to close. */
  | { readonly kind: 'directory-open'; readonly directory: string; readonly hint: string }
  /** A listener of `watch` threw. */
  | { readonly kind: 'listener-failed'; readonly error: unknown }
