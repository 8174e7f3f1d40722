/** What a hold keeper needs of the rest of the gateway, and what it does for it. */
import type { Call, Hold, HoldRoom, JsonObject, OpenHoldRequest, SeeProcess, Store } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { DispatchOptions } from './dispatch.ts'
import type { Asker } from './open-questions.ts'
import type { Ownership } from './ownership.ts'
import type { RailChoice } from '../rails/rail-choice.ts'
import type { HoldRecipes } from '../recipes/hold-recipes.ts'
import type { WaitSetting } from './wait-policy.ts'

/** How a person is reached for a hold. The composition decides which surfaces there are. */
export interface Attention {
  /** Makes sure that the link leads somewhere. */
  link(hold: Hold): Promise<string>
  /** Gets somebody to look where it can, and tells whether somebody can be reached to decide soon. */
  summon(hold: Hold): Promise<{ readonly reachable: boolean }>
}

/** What a view that the client draws of an open call is told while that waits: that nothing runs, and what is asked where. */
export interface WaitingViews {
  /** From before its question is known. Answers how to end it. */
  expect(call: Omit<Call, 'arguments'>, caller: Caller): () => void
  show(waiting: ShownWaiting): () => void
}

export interface ShownWaiting {
  readonly hold: Hold
  readonly caller: Caller
  readonly approvalUrl: () => Promise<string>
  /** A dialog of this very client asks: the view does not, meanwhile. */
  readonly isInDialog: () => boolean
}

export interface HoldKeeperOptions {
  readonly store: Store
  readonly ownership: Ownership
  /** What can be seen of another process from here. */
  readonly see: SeeProcess
  readonly attention: Attention
  /** The rails of the hosts. */
  readonly rails: RailChoice
  /** Whether a question of ours is in front of this client's person. */
  readonly isAsked: (asker: Asker) => boolean
  /** Whether a question about this hold left as an answer, and its own answer may still be on its way. */
  readonly awaitsAnswer: (hold: string) => boolean
  /** What the envelope carries for a view that the client draws, beside the answer itself. */
  readonly viewMeta: (hold: Hold, caller: Caller, approvalUrl: string) => Promise<JsonObject>
  readonly views: WaitingViews
  /** How the person starts this program, for commands that they are told. */
  readonly program: () => string
  readonly wait: () => WaitSetting
  /** What open holds may take in the store. */
  readonly room: () => HoldRoom
  readonly dispatch: Omit<DispatchOptions, 'owner' | 'lookAgain' | 'draftUndo' | 'succeeded'>
  readonly recipes: HoldRecipes
  /** A connection on which a hold may run whose own connection has gone; `null` where there is none. */
  readonly otherConnection: (hold: Hold, stateless: boolean) => Promise<UpstreamConnection | null>
  readonly log: (message: string) => void
}

export interface HoldKeeper {
  /** Takes a risky call to its answer. Resolves when the caller has one. */
  hold(caller: Caller, request: HoldRequest): Promise<void>
  /** Looks after a hold whose own process has ended: runs an approved one, offers to take back one that ran. */
  adopt(hold: Hold): Promise<void>
  /** Holds of this process on this tool whose definition changed. */
  openHoldsOf(tool: string): readonly string[]
  /** Waits for calls in flight; what is not answered in time becomes `unknown`, said and stored. */
  drain(withinMs: number): Promise<void>
}

export interface HoldRequest extends Pick<OpenHoldRequest, 'id' | 'ruling' | 'definition' | 'policyHash' | 'warnings'> {
  readonly call: Call
  /** The agent wants to see how it stands, and nothing may run. */
  readonly previewOnly: boolean
}
