/**
 * The one error of this package: the store could not do what was asked, and nothing of it happened. A caller that
 * catches it refuses the call; it never means "go on without a store".
 */
export class StoreUnavailableError extends Error {
  readonly code = 'STORE_UNAVAILABLE'
  /** What the person can do next. */
  readonly hint: string
  /** An audit record that is still held in memory and is written as soon as the store is back. */
  readonly retained: boolean

  constructor(
    message: string,
    about: { readonly hint: string; readonly cause?: unknown; readonly retained?: boolean },
  ) {
    super(message, { cause: about.cause })
    this.name = 'StoreUnavailableError'
    this.hint = about.hint
    this.retained = about.retained ?? false
  }
}
