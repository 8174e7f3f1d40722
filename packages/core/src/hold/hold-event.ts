/** Everything that can happen to a hold. Time, ids and voters come in with the event. */
import type { Assurance, Rail } from '../policy/ruling.ts'
import type { Hold, Outcome, ProcessIdentity, UndoDraft } from './hold.ts'
import type { CheckedEdit } from './edit.ts'
import type { Verdict } from './verdict.ts'

export type HoldEvent =
  | {
      readonly type: 'verdict'
      readonly verdict: Verdict
      readonly edit?: CheckedEdit
      /** Digest of the arguments the person saw; demanded once a person has changed them. */
      readonly shown?: string
      /** The person behind the call itself. */
      readonly requester?: string
    }
  /** The time is unknown, so approvals no longer count. */
  | { readonly type: 'lapse'; readonly at: number; readonly why: string }
  | { readonly type: 'deadline'; readonly at: number }
  /** The approval is taken back before the call ran. */
  | {
      readonly type: 'revoke'
      readonly at: number
      readonly by: string
      readonly via: Rail
      readonly assurance: Assurance
      readonly reason: string | null
    }
  /** `changedSince`: the entity itself differs from what was shown, in words. */
  | { readonly type: 'drift'; readonly at: number; readonly what: string; readonly changedSince?: string }
  | { readonly type: 'join'; readonly at: number; readonly rationale: string | null }
  /** The question that was asked at this revision came back and decided nothing. */
  | { readonly type: 'question-spent'; readonly at: number; readonly question: number }
  /** `from`: the owner that is known to be gone. */
  | { readonly type: 'take-over'; readonly at: number; readonly by: ProcessIdentity; readonly from: ProcessIdentity }
  | { readonly type: 'caller-left'; readonly at: number }
  | {
      readonly type: 'claim'
      readonly at: number
      readonly attempt: string
      readonly by: ProcessIdentity
      /** Whoever asked runs it: `by` is the claim itself, under a lease of its own. */
      readonly byRequester?: true
    }
  | { readonly type: 'release'; readonly at: number; readonly attempt: string }
  | {
      readonly type: 'input-asked'
      readonly at: number
      readonly attempt: string
      readonly state: string
      readonly resultText: string
    }
  | { readonly type: 'next-round'; readonly at: number; readonly attempt: string; readonly state: string }
  | {
      readonly type: 'outcome'
      readonly at: number
      readonly attempt: string
      readonly outcome: Outcome & { kind: 'result' | 'error' }
      /** What would take it back, kept with a success. */
      readonly undo?: UndoDraft
    }
  | { readonly type: 'lost'; readonly at: number; readonly attempt: string; readonly reason: string }
  | {
      readonly type: 'resolve'
      readonly at: number
      readonly by: string
      readonly executed: boolean
      readonly note: string
    }
  | { readonly type: 'deliver'; readonly at: number }

/** Why an event did not change the hold. Expected, and therefore a value. */
export type Refusal =
  | { readonly code: 'WRONG_STATE'; readonly message: string }
  | { readonly code: 'TOO_LATE'; readonly message: string }
  | { readonly code: 'NOT_DUE'; readonly message: string }
  /** The approval can still be taken back; the message names the moment from which the call may run. */
  | { readonly code: 'NOT_YET'; readonly message: string }
  | { readonly code: 'ALREADY_SAID'; readonly message: string }
  | { readonly code: 'CONFLICT'; readonly message: string }
  | { readonly code: 'NOT_AN_APPROVER'; readonly message: string }
  | { readonly code: 'INSUFFICIENT_ASSURANCE'; readonly message: string }
  | { readonly code: 'WRONG_RAIL'; readonly message: string }
  | { readonly code: 'NOT_THE_ATTEMPT'; readonly message: string }
  /** Another process looks after the hold. */
  | { readonly code: 'NOT_THE_OWNER'; readonly message: string }
  /**
   * The process slept past its lease: it starts nothing, and what it began counts as lost until its answer is stored.
   */
  | { readonly code: 'LEASE_LAPSED'; readonly message: string }
  | { readonly code: 'EDIT_DENIED'; readonly message: string }
  | { readonly code: 'NOT_GRANTABLE'; readonly message: string }

export type Transition = { readonly ok: true; readonly hold: Hold } | { readonly ok: false; readonly refusal: Refusal }
