/** Thrown by what runs an approved call, where it may or may not have taken effect: a request without an answer, say. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}
