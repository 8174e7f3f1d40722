/** One entry of the audit log. Each is chained to the one before by its hash, so an edit or a gap shows. */
import type { Risk } from '../policy/ruling.ts'

export type RecordKind =
  | 'request-relayed'
  | 'call-passed'
  | 'call-intended'
  | 'call-running'
  | 'call-ended'
  | 'call-denied'
  | 'call-refused'
  | 'hold-created'
  | 'hold-joined'
  | 'verdict-recorded'
  | 'hold-approved'
  | 'hold-declined'
  | 'hold-cancelled'
  | 'hold-expired'
  | 'hold-invalidated'
  | 'hold-dispatched'
  | 'hold-released'
  | 'hold-succeeded'
  | 'hold-failed'
  | 'hold-lost'
  | 'hold-resolved'
  | 'hold-delivered'
  | 'hold-caller-left'
  | 'decision-refused'
  | 'question-shown'
  /** A message that asks stands in a chat. */
  | 'question-delivered'
  | 'delivery-failed'
  | 'definition-pinned'
  | 'definition-drifted'
  | 'definition-accepted'
  | 'policy-loosening-waits'
  | 'policy-accepted'
  | 'gate-paused'
  | 'gate-resumed'
  | 'token-created'
  | 'token-revoked'
  | 'signed-in'
  | 'sign-in-refused'
  | 'rationale-missing'
  | 'feedback-submitted'
  | 'cheatsheet-pinned'
  | 'cheatsheet-changed'
  | 'cheatsheet-accepted'
  | 'grant-made'
  | 'grant-revoked'
  | 'grant-used'
  /** The head outside the database was begun for a log that had none. */
  | 'head-begun'
  /** The database does not continue what its head says. */
  | 'restore-noticed'
  | 'clock-set-back'
  /** Records of passed calls that a process wrote down and that are gone from its spool. */
  | 'spool-lost'
  /** Records of passed calls, taken over from a process that ended without closing. */
  | 'spool-recovered'
  /** A person accepted what was noticed. */
  | 'notice-accepted'

/**
 * What a writer says; the log adds sequence, time and hashes. Every field is present so that hashing is unambiguous.
 */
export interface RecordDraft {
  readonly kind: RecordKind
  readonly tenant: string
  readonly principal: string | null
  readonly client: string | null
  readonly server: string | null
  readonly tool: string | null
  /** JSON-RPC method for relayed requests. */
  readonly method: string | null
  readonly risk: Risk | null
  readonly rule: string | null
  readonly hold: string | null
  readonly digest: string | null
  readonly rationale: string | null
  /** Who acted: an approver, a process, `policy`. */
  readonly actor: string | null
  readonly detail: string | null
  /** Where the call comes from, by its client's word, as JSON. */
  readonly provenance: string | null
}

/** The fields of a draft, in the order in which they are hashed, stored and exported. */
export const RECORD_FIELDS: readonly (keyof RecordDraft)[] = [
  'kind',
  'tenant',
  'principal',
  'client',
  'server',
  'tool',
  'method',
  'risk',
  'rule',
  'hold',
  'digest',
  'rationale',
  'actor',
  'detail',
  'provenance',
]

export interface AuditRecord extends RecordDraft {
  readonly chain: string
  readonly sequence: number
  readonly at: number
  readonly previousHash: string
  readonly hash: string
}

/** Says how long every chain was at a moment, so that a cut tail or a dropped chain shows. */
export interface Checkpoint {
  readonly at: number
  readonly chains: readonly { readonly chain: string; readonly length: number; readonly hash: string }[]
  /** MAC with a key kept beside the store, not in it. */
  readonly signature: string
}
