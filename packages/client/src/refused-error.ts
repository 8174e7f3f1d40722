/** What the service answers where it does not do what was asked: its code, its sentence, and what it says beside them. */
export class RefusedError extends Error {
  readonly status: number
  /** Such as `NOT_FOUND`, `RATE_LIMITED`, `ALREADY_CLAIMED`. */
  readonly code: string
  readonly details: { readonly [name: string]: unknown }

  constructor(
    status: number,
    code: string,
    message: string,
    details: { readonly [name: string]: unknown },
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'RefusedError'
    this.status = status
    this.code = code
    this.details = details
  }
}

export async function toRefusedError(response: Response): Promise<RefusedError> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly [name: string]: unknown } }
    const { code, message, ...details } = error
    if (typeof code === 'string' && typeof message === 'string') {
      return new RefusedError(response.status, code, message, details)
    }
  } catch {
    // Something between us and the service answered in its place.
  }
  return new RefusedError(response.status, 'NO_JSON', `The service answered HTTP ${response.status}.`, {})
}
