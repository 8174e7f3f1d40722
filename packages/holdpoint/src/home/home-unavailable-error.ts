/** HOLDPOINT_HOME cannot be used. Nothing is started without it: there would be no place for what must be durable. */
export class HomeUnavailableError extends Error {
  readonly code = 'HOME_UNAVAILABLE'
  /** What a person can do about it. */
  readonly hint: string

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`The home ${path} cannot be used: ${why}`, { cause })
    this.name = 'HomeUnavailableError'
    this.hint = 'Set HOLDPOINT_HOME to a folder that this account may write to.'
  }
}
