/** Why a service could not be asked, or not be believed. Nothing ran, and nothing may. */
export class RequestError extends Error {
  readonly code: 'SERVICE_UNREACHABLE' | 'RECEIPT_INVALID'
  /** What its operator can do about it. */
  readonly hint: string

  constructor(code: RequestError['code'], message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'RequestError'
    this.code = code
    this.hint = hint
  }
}
