/** The JSON that the routes answer with, as far as the inbox reads it. */
import type { Invocation, InvocationHold } from '@holdpoint/card'
import type { ApprovalView, DeliveryView, FeedbackView, GrantView, JsonObject, Preview, Titles } from '@holdpoint/core'

export type { ApprovalView, DeliveryView, FeedbackView, GrantView }

export interface ApprovalDetail extends ListedDetail {
  readonly preview: Preview
  /** Where people were asked about it in chats, oldest first. */
  readonly deliveries: readonly DeliveryView[]
  /** Why a yes of this session would not count; `null`: it would, or there is nothing to approve. */
  readonly approve_refused: { readonly code: string; readonly message: string } | null
}

/** The same among others: a large one comes without its preview, and says what it leaves out. */
export interface ListedDetail extends ApprovalView {
  readonly preview?: Preview
  /** Whether the process that would run it still stands before its server; `null`: not known. */
  readonly server_state?: Invocation['server']['state']
  /** Whether the agent stopped waiting before it was told anything: then an approval alone runs nothing. */
  readonly caller_left?: boolean
  readonly input_schema?: JsonObject | null
  /** What may be said about further calls, as the card takes it. */
  readonly grant_arguments?: InvocationHold['grant_arguments']
  readonly grant_lengths?: InvocationHold['grant_lengths']
  readonly denial_arguments?: InvocationHold['denial_arguments']
  /** What the agent claimed when it asked for the same again. */
  readonly later_rationales?: readonly ShownRationale[]
}

export interface ShownRationale {
  readonly at: string
  readonly rationale: string | null
}

export interface ApprovalPage {
  readonly approvals: readonly ApprovalView[]
  readonly next_cursor: string | null
}

export interface GateState {
  readonly paused: {
    readonly by: string
    readonly at: string
    /** `null`: for every tenant, by an operator. */
    readonly tenant: string | null
    readonly can_resume: boolean
  } | null
  readonly off: string | null
}

export interface SessionView {
  readonly name: string | null
  readonly role: string
  readonly tenant: string
  readonly key: 'token' | 'sign-in' | null
  readonly can_decide: boolean
  readonly link_used_again_at: string | null
  readonly gate: GateState
  /** What the store noticed about itself and no person has accepted. */
  readonly notices: readonly StoreNoticeView[]
}

export interface StoreNoticeView {
  readonly kind: string
  readonly at: number
  readonly what: string
}

export interface ShownRecord {
  readonly chain: string
  readonly sequence: number
  readonly at: string
  readonly kind: string
  readonly actor: string | null
  readonly principal: string | null
  readonly client: string | null
  readonly server: string | null
  readonly tool: string | null
  readonly method: string | null
  readonly risk: string | null
  readonly rule: string | null
  readonly hold: string | null
  readonly rationale: string | null
  readonly detail: string | null
  readonly hash: string
}

export interface ActivityCall extends ShownRecord {
  readonly approval: ListedDetail | null
  /** Of a call that passed. */
  readonly outcome: 'running' | 'done' | 'error' | 'cancelled' | 'unknown' | null
}

export interface ShownServer {
  readonly name: string
  readonly identity: string
  readonly display: string | null
  readonly transport: string | null
  readonly configured: boolean
  readonly state: 'connected' | 'starting' | 'failed' | 'idle' | 'unseen'
  readonly since: string | null
  readonly problem: string | null
  readonly tools: readonly ToolView[]
}

export interface ToolView {
  readonly name: string
  readonly risk: string
  readonly rule: string
  readonly why: string
  readonly answer: string
  readonly asking: string
  readonly irreversible: boolean
  readonly depends: string | null
  readonly changed: boolean
}

/** What other ratings would have changed for the last recorded calls. */
export interface TrialOfRatings {
  readonly loosens: readonly string[]
  readonly calls: number
  readonly passed: number
  readonly changed: readonly RulingChange[]
}

export interface RulingChange {
  readonly hold: string
  readonly titles: Titles
  readonly tool: string
  readonly server: string
  readonly at: string
  readonly before: RuledEitherWay
  readonly after: RuledEitherWay
}

export interface RuledEitherWay {
  readonly risk: string
  readonly answer: string
  readonly asking: string
}

/** What is in force, as far as this reader may know it. */
export interface PolicyView {
  /** `null`: the built-in defaults, or it is not this reader's to know. */
  readonly file: string | null
  readonly profile: string
  /** `null`: as long as somebody can be reached. */
  readonly wait_ms: number | null
  readonly decide_within_ms: number
  readonly rules: readonly string[]
}

/** A chat as one process finds it. */
export interface ShownProcess {
  readonly state: string
  readonly problem: string | null
  readonly since: string | null
}

export interface ShownChannel extends ShownProcess {
  readonly name: string
  readonly platform: string
  readonly last_connected: string | null
  readonly processes: readonly ShownProcess[]
  readonly open_questions: number
  readonly failed_deliveries: number
}

export type Verification =
  | { readonly ok: true; readonly records: number }
  | { readonly ok: false; readonly chain: string | null; readonly sequence: number | null; readonly reason: string }
