/**
 * What the author of a bot sees of the gate: what is handed in, what can be asked of it, what comes back. Every result has a
 * text in the language of the session, for the agent and for the person it works for; none of them tells what the agent claims.
 */
import type {
  ChatMessage,
  EntityField,
  EntityImpact,
  JsonObject,
  ProcessIdentity,
  ReplyOptions,
  ReplyWords,
  Risk,
  SeeProcess,
  Store,
} from '@holdpoint/core'
import type { EnvelopeTrust } from '../channel.ts'

export interface ChannelGate {
  /** Registers what a confirmed question runs. The name is stored: after a restart the same name is looked up again. */
  operation(name: string, run: Operation, rules?: OperationRules): void
  /** Asks, waits, runs the operation once and answers what became of it. `session`: `null` for a job that has no chat. */
  run(session: ChatSession | null, request: OperationRequest): Promise<RunResult>
  /** Asks and waits. What follows is the caller's, and does not survive the end of its process. */
  confirm(session: ChatSession | null, question: Question): Promise<Confirmation>
  /** Whether the message was an answer, or was answered here: then it does not go on to the agent. */
  intercept(message: InboundMessage): Promise<boolean>
  /** Waits for operations that are under way. Open questions stay, and are taken up by the next process. */
  close(): Promise<void>
}

export interface ChannelGateOptions {
  /** Of this bot: processes that share a store and this name share the work. */
  readonly name: string
  readonly store: Store
  /** Writes plain text into a session. Send it so that the platform draws no markup in it. A rejection: it was not sent. */
  readonly send: (session: string, text: string) => Promise<void>
  /** `en` (default) or `zh-CN`, for all sessions or by session. */
  readonly language?: string | ((session: string) => string)
  /** What becomes of a text that answers nothing while a question waits. Default `forward`, with a hint to the person. */
  readonly unmatched?: 'forward' | 'cancel' | 'ask'
  /** How long a question waits: 300 s by default. */
  readonly decideWithinMs?: number
  /** How long a confirmed operation may wait for its start, after a restart say: 10 minutes by default. */
  readonly executeWithinMs?: number
  /** Who may answer. Default `requester`: the person who asked. Names are those of `by`. */
  readonly answeredBy?: AnsweredBy
  /**
   * `always`: a bare word never answers. Default `when-needed`: in groups, where several questions wait, and where a word may be
   * meant for one that has just ended.
   */
  readonly code?: 'when-needed' | 'always'
  /** Where questions of jobs without a chat go. Default `null`: such a job is denied at once. */
  readonly unattended?: ChatSession | null
  /** Words that answer, beside those that are built in. */
  readonly words?: ReplyWords
  /** In UTF-16 units. A longer question would be cut by the platform, so it is not asked. 3,500 by default. */
  readonly longestMessage?: number
  /** What verdicts are recorded as. Default `channel`. */
  readonly rail?: 'channel' | 'terminal'
  readonly tenant?: string
  /**
   * This process, and what is seen from here of others that share the store (`@holdpoint/store/process`). Default: leases alone
   * tell that a process has ended, which takes up to 30 s.
   */
  readonly self?: ProcessIdentity
  readonly see?: SeeProcess
  /** Told what went wrong behind the scenes. Default: nothing is written. */
  readonly log?: (message: string) => void
}

/** One person in one conversation. A message of that person is one as well. */
export interface ChatSession {
  /** The conversation, for good and among all platforms of the bot: platform, workspace and chat. */
  readonly session: string
  /** The person, by the platform's own id. Never a display name: people choose those. */
  readonly by: string
  /** Others read along: a reply needs the code. */
  readonly isGroup: boolean
}

export interface InboundMessage extends ChatSession {
  /** The platform's id of this message. Platforms deliver twice: a second time it answers nothing. */
  readonly id: string
  /**
   * When it was sent, by the platform's own clock: milliseconds since 1970. A bare word that was sent before a question stood in the
   * chat never answers it. `null`: the platform does not say.
   */
  readonly sentAt: number | null
  readonly text: string
  readonly origin: ChatMessage['origin']
  /** Whether the platform vouches for it: its own long connection, or a signature that covers the body. Else it answers nothing. */
  readonly envelope: EnvelopeTrust
  /** How the bot is mentioned in this text, where it is. */
  readonly mention?: ReplyOptions['mention']
}

export type AnsweredBy = 'requester' | 'anyone' | readonly string[]

export interface OperationRules {
  readonly answeredBy?: AnsweredBy
  readonly code?: 'when-needed' | 'always'
  readonly decideWithinMs?: number
  readonly executeWithinMs?: number
}

/**
 * What runs once a person has confirmed it, with the arguments that were shown. What it returns is stored as JSON. If it
 * throws, it counts as failed; if it cannot tell whether it took effect, it throws `OutcomeUnknownError`.
 */
export type Operation = (given: JsonObject, run: OperationRun) => unknown

export interface OperationRun {
  readonly session: string
  readonly by: string
  readonly hold: string
  /** A new one for each start, of which there is at most one per confirmation: a key for other systems. */
  readonly attempt: string
}

/** What the person is shown, beside the arguments. */
export interface OperationPreview {
  /** One line: what will happen. */
  readonly title: string
  readonly warnings?: readonly string[]
  /** What a thing is now, and what it would become. */
  readonly fields?: readonly EntityField[]
  /** What it means beyond itself: so many rows, so many recipients. */
  readonly impact?: readonly EntityImpact[]
  readonly irreversible?: boolean
  /** `high` by default. */
  readonly risk?: Risk
}

export interface OperationRequest {
  readonly operation: string
  readonly arguments: JsonObject
  readonly preview: OperationPreview
  /** The agent's own reason: kept for approvers and the audit log, never shown in the chat. */
  readonly rationale?: string | null
}

export interface Question extends OperationPreview, OperationRules {
  readonly arguments?: JsonObject
  readonly rationale?: string | null
}

/** `hold`: its id in the store; `null` where no question came about. */
export type RunResult =
  | { readonly kind: 'done'; readonly value: unknown; readonly text: string; readonly hold: string }
  /** It ran and threw. */
  | { readonly kind: 'failed'; readonly text: string; readonly hold: string }
  /** It was started, and nobody can tell how far it came. It is not run again. */
  | { readonly kind: 'unknown'; readonly text: string; readonly hold: string }
  /** A person said no, or said nothing in time. */
  | { readonly kind: 'cancelled' | 'timeout'; readonly text: string; readonly hold: string }
  /** It was not asked, or its confirmation is void: nothing ran, for the reason in the text. */
  | { readonly kind: 'denied'; readonly text: string; readonly hold: string | null }
  /** The gate was closed meanwhile. The question stays open, and what is confirmed runs in the next process. */
  | { readonly kind: 'waiting'; readonly text: string; readonly hold: string }

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly text: string; readonly hold: string }
  | { readonly kind: 'cancelled' | 'timeout'; readonly text: string; readonly hold: string }
  | { readonly kind: 'denied'; readonly text: string; readonly hold: string | null }
