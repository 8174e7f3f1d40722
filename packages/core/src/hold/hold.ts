/**
 * The record of one stopped call, from question to outcome: the only truth about an approval.
 * A hold is a plain value. It changes only through `transition`, and only the store makes a change durable.
 */
import type { Call } from '../call/call.ts'
import type { Preview } from '../preview/preview.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { HoldEdit } from './edit.ts'
import type { Verdict } from './verdict.ts'

export type HoldState =
  | 'pending'
  | 'approved'
  | 'dispatching'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'resolved'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'invalidated'

export interface Hold {
  /** A hold is whole. What lists carry of a large one says what it leaves out: see `ListedHold`. */
  readonly leftOut?: never
  readonly id: string
  /** Grows by one with each change; the compare-and-swap compares it. */
  readonly revision: number
  readonly state: HoldState
  /** Tenant + principal + client + server identity + tool + digest, hashed: finds the hold for an identical call. */
  readonly key: string
  readonly call: HeldCall
  readonly ruling: Ruling
  readonly preview: Preview
  readonly definitionHash: string
  /** The tool's `inputSchema` as JSON, for checking edits; `null`: not known, so nothing can be edited. */
  readonly inputSchemaText: string | null
  readonly definitionTextHash: string
  readonly policyHash: string
  readonly createdAt: number
  /** A verdict counts only before this moment of database time. */
  readonly decideBy: number
  /** Set by an approval that can be taken back: dispatch may begin only from this moment of database time on. */
  readonly runAfter: number | null
  /** Set by the approval: dispatch may begin only before this moment of database time. */
  readonly executeBy: number | null
  readonly verdicts: readonly Verdict[]
  /** What a person put in place of the requested arguments. */
  readonly edit: HoldEdit | null
  /** Rationales of later identical calls that joined this question. */
  readonly laterRationales: readonly LaterRationale[]
  /** The process that created the hold, or took it over. Only it dispatches, under the lease that its fence names. */
  readonly owner: ProcessIdentity
  readonly attempt: Attempt | null
  readonly outcome: Outcome | null
  /** The caller went away before its envelope left: approval alone no longer executes, only a re-issue does. */
  readonly callerLeft: boolean
  /** When the final answer was written to a request that was neither cancelled nor timed out. */
  readonly deliveredAt: number | null
  /** When the hold left `pending`. */
  readonly decidedAt: number | null
  /** When the hold reached a terminal state. */
  readonly endedAt: number | null
  /** Why it was invalidated, cancelled by the system, or how an unknown outcome was resolved. */
  readonly note: string | null
  /**
   * How the entity differed when it was read again before the dispatch: the next identical call is asked anew with it.
   */
  readonly changedSince?: string
  /** The hold whose call this one would take back. No agent asked for it. */
  readonly undoOf?: string
  /**
   * The call that would take this one back, stored with its success: after a crash another process can still offer it.
   */
  readonly undo?: UndoDraft
  /**
   * The newest question whose answer decided nothing, by the revision it was asked at: no answer to it or to an older
   * one counts.
   */
  readonly spentQuestion?: number
}

export interface UndoDraft {
  readonly tool: string
  readonly argumentsText: string
}

/** The call as stored: everything but the parsed arguments, which are read again from the bytes. */
export type HeldCall = Omit<Call, 'arguments'>

export interface LaterRationale {
  readonly at: number
  readonly rationale: string | null
}

/** A process, distinguishable from a later one with the same pid. */
export interface ProcessIdentity {
  /** Random per process start. */
  readonly instance: string
  readonly host: string
  readonly pid: number
  /** The operating system's start time of that pid, or `null` where it cannot be read. */
  readonly startedAt: string | null
  /** Where pids mean the same processes: boot and pid namespace. `null`: unknown; absent in older versions. */
  readonly place?: string | null
  /** Of the lease under which it acts; absent in older versions, which have none. */
  readonly fence?: number
}

/** One dispatch. Rounds of an upstream that asks for input (multi-round) belong to the same attempt. */
export interface Attempt {
  readonly id: string
  readonly by: ProcessIdentity
  readonly startedAt: number
  /** 1 for the first forward; each further round needs its own swap, so a round is forwarded once. */
  readonly round: number
  /**
   * Set while the upstream waits for the client's next round: the hashed state it gave, its question as sent, and when.
   */
  readonly awaitingInput: { readonly state: string; readonly resultText: string; readonly askedAt: number } | null
}

export type Outcome =
  | { readonly kind: 'result'; readonly isError: boolean; readonly resultText: string; readonly truncated: boolean }
  /** `notApplied`: the server did not take the request at all, so it provably had no effect. */
  | { readonly kind: 'error'; readonly errorText: string; readonly notApplied?: true }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'resolved'; readonly executed: boolean; readonly by: string; readonly note: string }

export const TERMINAL_STATES: readonly HoldState[] = [
  'succeeded',
  'failed',
  'resolved',
  'declined',
  'cancelled',
  'expired',
  'invalidated',
]

/** What no person needs to look at any more: it waits neither for an answer nor for what became of it. */
export const DECIDED_STATES: readonly HoldState[] = ['approved', 'dispatching', ...TERMINAL_STATES]

export function isTerminal(state: HoldState): boolean {
  return TERMINAL_STATES.includes(state)
}
