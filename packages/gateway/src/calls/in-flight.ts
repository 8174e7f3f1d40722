/** One request of the client that has no answer yet. */
import type { JsonValue, RecordDraft, RequestId } from '@holdpoint/core'

export interface InFlight {
  readonly method: string
  readonly progressToken: JsonValue | undefined
  /** Its name upstream; `null` while it has not been forwarded. */
  upstreamId: RequestId | null
  /** Called with the state that the server gives, where it answers with a question to the client. */
  inputAsked: ((state: string) => void) | null
  /** Set while a tool call that passed runs: the record under which it did. */
  passedUnder: (() => RecordDraft) | null
  passedAt: number
  recordedRunning: boolean
  gone: boolean
  /** Not this request alone: its client has ended the connection. */
  hostEnded: boolean
  readonly goneListeners: (() => void)[]
}

export function newInFlight(method: string, progressToken: JsonValue | undefined): InFlight {
  return {
    method,
    progressToken,
    upstreamId: null,
    inputAsked: null,
    passedUnder: null,
    passedAt: 0,
    recordedRunning: false,
    gone: false,
    hostEnded: false,
    goneListeners: [],
  }
}
