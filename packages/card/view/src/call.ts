/** What the view knows of the call it stands for. */
import type { JsonObject } from '@holdpoint/core'
import type { ReceivedQuestion, ServerFacts, HoldStatus, ToolResult } from './received.ts'

export interface ShownCall {
  /** Whose tool it is: the gateway says so, hosts do not. */
  readonly server: ServerFacts
  /** As the host names it; `null`: it did not. */
  tool: string | null
  title: string | null
  /**
   * As the host passes them. The question is searched with them, and they are shown until it is found; `null`: not yet.
   */
  input: JsonObject | null
  /** Its arguments are complete. */
  isSent: boolean
  /** The host waits for its result. */
  isOpen: boolean
  /** The gateway said that nothing keeps it waiting. */
  runs: boolean
  question: ReceivedQuestion | null
  standing: HoldStatus | null
  /** Wall-clock time at which the question ends. */
  endsAt: number
  /** The question is shown and decided elsewhere. */
  isPageOnly: boolean
  result: ToolResult | null
}

export function newCall(server: ServerFacts): ShownCall {
  return {
    server,
    tool: null,
    title: null,
    input: null,
    isSent: false,
    isOpen: true,
    runs: false,
    question: null,
    standing: null,
    endsAt: 0,
    isPageOnly: false,
    result: null,
  }
}
