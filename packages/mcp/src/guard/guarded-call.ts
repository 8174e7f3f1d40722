/** One call of an agent framework, and what became of it. */
import type { JsonObject } from '@holdpoint/core'
import type { CallRequest, RequestedHold } from '../requests/hold-requests.ts'

export interface GuardedCall {
  readonly tool: string
  readonly arguments: JsonObject
  /** What the framework calls this one call, and the thread or run in which that is unique: presented again, it is the same call. */
  readonly call: { readonly scope: string; readonly id: string }
  readonly risk: 'medium' | 'high'
  readonly irreversible?: boolean
  /**
   * Looked at before the question, and again before it runs: a person approved what they saw. `null`: there is nothing that the call could be about,
   * so nobody is asked.
   */
  readonly preview?: (args: JsonObject) => Promise<CallRequest['preview'] | null>
  readonly definition?: CallRequest['definition']
  readonly rationale?: string
  readonly provenance?: CallRequest['provenance']
  /** Seconds to wait for a person; 0: to ask and come back. Default: 50. */
  readonly wait?: number
  readonly signal?: AbortSignal
}

export type Guarded<Result> =
  /** Here and now, with the arguments that a person approved. */
  | { readonly kind: 'ran'; readonly result: Result; readonly hold: string | null; readonly edited: boolean }
  /** Presented before: what became of it then, as it was reported. */
  | { readonly kind: 'ran-before'; readonly result: unknown; readonly hold: RequestedHold }
  /** Nobody has decided yet. `text` is what the agent is to be told. */
  | { readonly kind: 'waiting'; readonly text: string; readonly hold: RequestedHold }
  /** Declined, expired, changed, of unknown outcome, no connection: nothing runs here. `text` is what the agent is to be told. */
  | { readonly kind: 'refused'; readonly code: string; readonly text: string; readonly hold: RequestedHold | null }

/** What a call runs once it may: with these arguments, and with no others. */
export type GuardedRun<Result> = (args: JsonObject, about: GuardedRunAbout) => Promise<Result>

export interface GuardedRunAbout {
  /** `null`: the policy lets it pass. */
  readonly hold: string | null
  /** A person changed the arguments. */
  readonly edited: boolean
}

/** How a call stands that was asked about, and not begun. */
export type AskedGuard =
  /** No person has to be asked. */
  | { readonly kind: 'passes' }
  /** It can be claimed: presented to `guard` it runs. */
  | { readonly kind: 'approved'; readonly hold: RequestedHold }
  | Exclude<Guarded<never>, { readonly kind: 'ran' }>

/** What an adapter needs of Holdpoint. */
export interface CallGuard {
  /** What `run` throws is reported, and thrown on. Every other failure is an answer. */
  guard<Result>(call: GuardedCall, run: GuardedRun<Result>): Promise<Guarded<Result>>
  /** Asks and waits as `guard` does, and runs nothing: for frameworks that pause by themselves. */
  ask(call: GuardedCall): Promise<AskedGuard>
}
