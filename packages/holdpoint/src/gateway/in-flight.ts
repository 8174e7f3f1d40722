/** One request of the client that has no answer yet. */
import type { JsonValue, RequestId } from '@holdpoint/core'
import type { PassedCall } from './call-outcomes.ts'

export interface InFlight {
  readonly method: string
  readonly progressToken: JsonValue | undefined
  /** Its name upstream; `null` while it has not been forwarded. */
  upstreamId: RequestId | null
  /** To be told the state that the server gives, where it answers with a question to the client. */
  inputAsked: ((state: string) => void) | null
  /** Set once a tool call has passed. */
  passed: PassedCall | null
  gone: boolean
  readonly goneListeners: (() => void)[]
}

export function newInFlight(method: string, progressToken: JsonValue | undefined): InFlight {
  return { method, progressToken, upstreamId: null, inputAsked: null, passed: null, gone: false, goneListeners: [] }
}
