/**
 * The routes of a service, made from its OpenAPI document. Do not edit: node packages/client/scripts/generate.mjs
 */

/** What the routes take and answer, by the names of the document. */
export interface Schemas {
  readonly Health: { readonly status: 'ok'; readonly [name: string]: unknown }
  readonly Problem: {
    readonly error: { readonly code: string; readonly message: string; readonly [name: string]: unknown }
    readonly [name: string]: unknown
  }
  readonly Readiness: { readonly status: 'ready'; readonly channels: 'none' | 'ok' | 'attention' | 'unknown' }
  readonly SignedIn: { readonly key: string; readonly name: string; readonly expires_at: string | null }
  readonly Asked: Schemas['Passes'] | Schemas['RequestedHold']
  readonly Passes: {
    readonly state: 'passes'
    readonly risk: 'low' | 'medium' | 'high'
    readonly rule: string
    readonly receipt: string
  }
  readonly RequestedHold: {
    readonly id: string
    readonly state:
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
    readonly server: string
    readonly tool: string
    readonly risk: 'low' | 'medium' | 'high'
    readonly approval_url: string
    readonly summary: string
    readonly text: string
    readonly ttl_seconds: number | null
    readonly digest: string
    readonly arguments?: unknown
    readonly edited: boolean
    readonly decided_by: string | null
    readonly via: string | null
    readonly run_after: string | null
    readonly execute_by: string | null
    readonly code: string | null
    readonly message: string | null
    readonly reason: string | null
    readonly outcome: { readonly kind: 'succeeded' | 'failed' | 'unknown'; readonly result?: unknown } | null
  }
  readonly CallRequest: {
    readonly server: string
    readonly tool: string
    readonly arguments: { readonly [name: string]: unknown }
    readonly call?: { readonly scope: string; readonly id: string } | undefined
    readonly client?: { readonly name: string; readonly version?: string | undefined } | undefined
    readonly definition?:
      | {
          readonly title?: string | undefined
          readonly description?: string | undefined
          readonly inputSchema?: { readonly [name: string]: unknown } | undefined
          readonly annotations?: { readonly [name: string]: unknown } | undefined
          readonly [name: string]: unknown
        }
      | undefined
    readonly risk?: 'low' | 'medium' | 'high' | undefined
    readonly irreversible?: boolean | undefined
    readonly preview?:
      | {
          readonly title: string
          readonly details?: { readonly [name: string]: unknown } | undefined
          readonly impact?: readonly { readonly label: string; readonly value: string }[] | undefined
        }
      | undefined
    readonly rationale?: string | undefined
    readonly provenance?:
      | {
          readonly workspace?: string | undefined
          readonly conversation?: string | undefined
          readonly message?: string | undefined
          readonly tool_call?: string | undefined
          readonly trace?: string | undefined
        }
      | undefined
    readonly wait?: number | undefined
    readonly nonce?: string | undefined
  }
  readonly Claimed: {
    readonly attempt: string
    readonly arguments?: unknown
    readonly digest: string
    readonly edited: boolean
    readonly receipt: string
    readonly lease_ms: number
  }
  readonly Claim: {
    readonly digest: string
    readonly definition?:
      | {
          readonly title?: string | undefined
          readonly description?: string | undefined
          readonly inputSchema?: { readonly [name: string]: unknown } | undefined
          readonly annotations?: { readonly [name: string]: unknown } | undefined
          readonly [name: string]: unknown
        }
      | undefined
    readonly preview?:
      | {
          readonly title: string
          readonly details?: { readonly [name: string]: unknown } | undefined
          readonly impact?: readonly { readonly label: string; readonly value: string }[] | undefined
        }
      | undefined
  }
  readonly OutcomeReport: {
    readonly attempt: string
    readonly kind: 'succeeded' | 'failed' | 'unknown'
    readonly result?: unknown
    readonly not_applied?: boolean | undefined
  }
  readonly Session: { readonly name: string | null; readonly [name: string]: unknown }
  readonly SignedOut: { readonly signed_out: boolean }
  readonly ApprovalList: { readonly approvals: readonly Schemas['Approval'][]; readonly next_cursor: string | null }
  readonly Approval: {
    readonly id: string
    readonly state:
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
    readonly tenant: string
    readonly server: string
    readonly server_identity: string
    readonly tool: string
    readonly risk: 'low' | 'medium' | 'high'
    readonly rule: string
    readonly why: string
    readonly titles: { readonly en: string; readonly zh: string }
    readonly summary: string
    readonly arguments?: unknown
    readonly digest: string
    readonly edit: {
      readonly requested?: unknown
      readonly approved?: unknown
      readonly digest: string
      readonly by: string
      readonly at: string
      readonly difference: readonly {
        readonly path: string
        readonly requested: string | null
        readonly approved: string | null
      }[]
    } | null
    readonly rationale: string | null
    readonly principal: string
    readonly client: string
    readonly created_at: string
    readonly decide_by: string
    readonly run_after: string | null
    readonly execute_by: string | null
    readonly decided_at: string | null
    readonly decided_by: string | null
    readonly decided_by_person: string | null
    readonly via: string | null
    readonly assurance: string | null
    readonly reason: string | null
    readonly approvals: number
    readonly approved_by: readonly string[]
    readonly approved_by_people: readonly (string | null)[]
    readonly quorum: number
    readonly approvers: readonly string[] | null
    readonly warnings: readonly string[]
    readonly choices: readonly {
      readonly name: 'scope' | 'once' | 'no'
      readonly answer: 'approve' | 'decline'
      readonly words: string
      readonly grant: Schemas['GrantRequest'] | null
    }[]
    readonly grantable: boolean
    readonly editable: boolean
    readonly outcome?: unknown
    readonly may_ask_again: boolean
    readonly note: string | null
    readonly runs_in: string | null
    readonly provenance: {
      readonly workspace: string | null
      readonly conversation: string | null
      readonly message: string | null
      readonly tool_call: string | null
      readonly trace: string | null
    } | null
    readonly left_out: readonly ('arguments' | 'preview' | 'edit' | 'outcome')[]
    readonly undo_of: string | null
  }
  readonly GrantRequest: {
    readonly for: ('session' | 'always') | number
    readonly arguments: ('same' | 'any' | 'scope') | readonly { readonly [name: string]: never }[]
    readonly times?: number | undefined
    readonly amount?: { readonly path: string; readonly total: number } | undefined
  }
  readonly ApprovalDetail: Schemas['Approval'] & {
    readonly deliveries: readonly {
      readonly channel: string
      readonly platform: string | null
      readonly place: { readonly kind: 'group' | 'person'; readonly id: string }
      readonly state: 'planned' | 'sent' | 'updated' | 'failed' | 'withdrawn'
      readonly instead: boolean
      readonly planned_at: string
      readonly sent_at: string | null
      readonly problem: string | null
      readonly answered_here: boolean | null
    }[]
    readonly approve_refused?: { readonly code: string; readonly message: string } | null | undefined
    readonly preview?: unknown
    readonly grant_arguments?: readonly ('same' | 'any' | 'where')[] | undefined
    readonly grant_lengths?: readonly (('session' | 'always') | number)[] | undefined
    readonly denial_arguments?: readonly ('same' | 'any' | 'where')[] | undefined
    readonly arguments_text: string
    readonly server_state: 'connected' | 'disconnected'
    readonly caller_left: boolean
    readonly input_schema?: unknown
    readonly later_rationales: readonly { readonly at: string; readonly rationale: string | null }[]
  }
  readonly DecidedApproval: Schemas['Approval'] & { readonly grant: Schemas['Grant'] | null }
  readonly Grant: {
    readonly id: string
    readonly state: 'standing' | 'used-up' | 'expired' | 'revoked'
    readonly effect: 'allow' | 'deny'
    readonly tenant: string
    readonly principal: string
    readonly server: string
    readonly server_identity: string
    readonly tool: string
    readonly risk: string
    readonly summary: string
    readonly condition?: unknown
    readonly session: string | null
    readonly client: string | null
    readonly expires_at: string | null
    readonly limits: {
      readonly count: number | null
      readonly amount: { readonly path: string; readonly total: number } | null
    }
    readonly used: { readonly count: number; readonly amount: number }
    readonly created_by: string
    readonly via: string
    readonly assurance: string
    readonly created_at: string
    readonly approval: string | null
    readonly revoked_at: string | null
    readonly revoked_by: string | null
  }
  readonly GrantList: { readonly grants: readonly Schemas['Grant'][] }
  readonly AuditRecords: {
    readonly records: readonly { readonly sequence: number; readonly kind: string; readonly [name: string]: unknown }[]
    readonly next_cursor: string | null
  }
  readonly AuditVerification: {
    readonly ok: boolean
    readonly records?: number | undefined
    readonly sequence?: number | null | undefined
    readonly [name: string]: unknown
  }
  readonly AuditHead: {
    readonly receipt: string
    readonly at: string
    readonly records: number
    readonly notices: readonly {
      readonly kind: 'restored' | 'spool-lost' | 'clock-behind'
      readonly at: number
      readonly what: string
    }[]
    readonly problems: readonly string[]
  }
  readonly Accepted: {
    readonly accepted: readonly {
      readonly kind: 'restored' | 'spool-lost' | 'clock-behind'
      readonly at: number
      readonly what: string
    }[]
  }
  readonly Feedback: {
    readonly feedback: readonly {
      readonly id: string
      readonly at: string
      readonly severity: 'low' | 'med' | 'high'
      readonly attempted_action: string
      readonly expected_outcome: string
      readonly actual_outcome: string
      readonly tool_called: string | null
      readonly error_seen: string | null
      readonly rationale: string | null
      readonly server: string
      readonly principal: string
      readonly client: string
      readonly tenant: string
    }[]
    readonly next_cursor: string | null
  }
  readonly Activity: {
    readonly calls: readonly {
      readonly sequence: number
      readonly kind: string
      readonly approval?: unknown
      readonly outcome: 'running' | 'done' | 'error' | 'cancelled' | 'unknown' | null
      readonly [name: string]: unknown
    }[]
    readonly next_cursor: string | null
    readonly page_cursor: string
  }
  readonly Servers: {
    readonly servers: readonly {
      readonly name: string
      readonly identity: string
      readonly display: string | null
      readonly transport: string | null
      readonly configured: boolean
      readonly state: 'connected' | 'starting' | 'failed' | 'idle' | 'unseen'
      readonly since: string | null
      readonly problem: string | null
      readonly tools: readonly {
        readonly name: string
        readonly risk: string
        readonly rule: string
        readonly why: string
        readonly answer: string
        readonly asking: string
        readonly irreversible: boolean
        readonly depends: string | null
        readonly changed: boolean
      }[]
    }[]
  }
  readonly Policy: {
    readonly file: string | null
    readonly profile: string
    readonly wait_ms: number | null
    readonly decide_within_ms: number
    readonly rules: readonly string[]
  }
  readonly PolicyReplay: {
    readonly loosens: readonly string[]
    readonly calls: number
    readonly passed: number
    readonly changed: readonly {
      readonly hold: string
      readonly titles: { readonly en: string; readonly zh: string }
      readonly tool: string
      readonly server: string
      readonly at: string
      readonly before: { readonly risk: string; readonly answer: string; readonly asking: 'never' | 'scope' | 'each' }
      readonly after: { readonly risk: string; readonly answer: string; readonly asking: 'never' | 'scope' | 'each' }
    }[]
  }
  readonly Channels: {
    readonly channels: readonly {
      readonly name: string
      readonly platform: string
      readonly state: 'connected' | 'connecting' | 'refused' | 'closed'
      readonly problem: string | null
      readonly since: string | null
      readonly last_connected: string | null
      readonly processes: readonly {
        readonly state: 'connected' | 'connecting' | 'refused' | 'closed'
        readonly problem: string | null
        readonly since: string | null
      }[]
      readonly open_questions: number
      readonly failed_deliveries: number
    }[]
  }
  readonly GateStatus: {
    readonly paused: {
      readonly by: string
      readonly at: string
      readonly tenant: string | null
      readonly can_resume: boolean
    } | null
    readonly off: string | null
  }
}

/** What each route takes, and what it answers. */
export interface Routes {
  /** The process lives */
  readonly 'GET /healthz': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Health']
  }
  /** The store answers */
  readonly 'GET /readyz': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Readiness']
  }
  /** Exchange a one-time code for a key */
  readonly 'POST /admin/sign-in': {
    readonly path: null
    readonly query: null
    readonly body: { readonly code: string }
    readonly answer: Schemas['SignedIn']
  }
  /** Ask about a call that the requester runs itself; the identical call joins */
  readonly 'POST /holds': {
    readonly path: null
    readonly query: null
    readonly body: Schemas['CallRequest']
    readonly answer: Schemas['Asked']
  }
  /** How a hold of this token stands; `wait`: seconds to wait for a change */
  readonly 'GET /holds/{id}': {
    readonly path: { readonly id: string }
    readonly query: { readonly wait?: number | null | undefined }
    readonly body: null
    readonly answer: Schemas['RequestedHold']
  }
  /** Claim an approved call, to run it: once */
  readonly 'POST /holds/{id}/claim': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: Schemas['Claim']
    readonly answer: Schemas['Claimed']
  }
  /** Report what became of the claimed call; the same report again finds itself */
  readonly 'POST /holds/{id}/outcome': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: Schemas['OutcomeReport']
    readonly answer: Schemas['RequestedHold']
  }
  /** Who this key is, what it may do, and how the gate stands */
  readonly 'GET /admin/session': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Session']
  }
  /** Revoke the key of this browser */
  readonly 'POST /admin/sign-out': {
    readonly path: null
    readonly query: null
    readonly body: { readonly [name: string]: never }
    readonly answer: Schemas['SignedOut']
  }
  /** Approvals, newest first */
  readonly 'GET /admin/approvals': {
    readonly path: null
    readonly query: {
      readonly state?:
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
        | 'decided'
        | undefined
      readonly server?: string | undefined
      readonly tool?: string | undefined
      readonly risk?: 'low' | 'medium' | 'high' | undefined
      readonly q?: string | undefined
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: Schemas['ApprovalList']
  }
  /** One approval, with everything a person is shown */
  readonly 'GET /admin/approvals/{id}': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: null
    readonly answer: Schemas['ApprovalDetail']
  }
  /** Approve: the original call is executed, once */
  readonly 'POST /admin/approvals/{id}/approve': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: {
      readonly note?: string | undefined
      readonly edits?: { readonly [name: string]: unknown } | undefined
      readonly digest?: string | undefined
      readonly grant?: Schemas['GrantRequest'] | undefined
    }
    readonly answer: Schemas['DecidedApproval']
  }
  /** Decline: the call is not executed */
  readonly 'POST /admin/approvals/{id}/reject': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: { readonly reason?: string | undefined; readonly deny?: Schemas['GrantRequest'] | undefined }
    readonly answer: Schemas['DecidedApproval']
  }
  /** Take the call back: a waiting question is cancelled, an approval that has not run is revoked */
  readonly 'POST /admin/approvals/{id}/cancel': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: { readonly reason?: string | undefined }
    readonly answer: Schemas['Approval']
  }
  /** Say what became of a call whose outcome is unknown */
  readonly 'POST /admin/approvals/{id}/resolve': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: { readonly executed: boolean; readonly note: string }
    readonly answer: Schemas['Approval']
  }
  /** Ask again about a call that is known to have had no effect: a new question; nothing runs */
  readonly 'POST /admin/approvals/{id}/ask-again': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: { readonly [name: string]: never }
    readonly answer: Schemas['Approval']
  }
  /** Standing answers, newest first, also those that have ended */
  readonly 'GET /admin/grants': {
    readonly path: null
    readonly query: { readonly limit?: number | undefined }
    readonly body: null
    readonly answer: Schemas['GrantList']
  }
  /** Allow or deny calls like one that was held */
  readonly 'POST /admin/grants': {
    readonly path: null
    readonly query: null
    readonly body: {
      readonly approval: string
      readonly effect: 'allow' | 'deny'
      readonly grant: Schemas['GrantRequest']
    }
    readonly answer: Schemas['Grant']
  }
  /** End a standing answer at once */
  readonly 'DELETE /admin/grants/{id}': {
    readonly path: { readonly id: string }
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Grant']
  }
  /** Audit records, oldest first */
  readonly 'GET /admin/audit': {
    readonly path: null
    readonly query: {
      readonly since?: string | undefined
      readonly server?: string | undefined
      readonly tool?: string | undefined
      readonly hold?: string | undefined
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: Schemas['AuditRecords']
  }
  /** Whether the log is what was written; names the first bad record */
  readonly 'GET /admin/audit/verify': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['AuditVerification']
  }
  /** How far the log has come, as a receipt; what the store noticed and nobody has accepted */
  readonly 'GET /admin/audit/head': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['AuditHead']
  }
  /** Accept notices exactly as they were shown: a restored store, missing records, the clock */
  readonly 'POST /admin/audit/accept': {
    readonly path: null
    readonly query: null
    readonly body: {
      readonly notices: readonly {
        readonly kind: 'restored' | 'spool-lost' | 'clock-behind'
        readonly at: number
        readonly what: string
      }[]
    }
    readonly answer: Schemas['Accepted']
  }
  /** What agents reported, newest first */
  readonly 'GET /admin/feedback': {
    readonly path: null
    readonly query: {
      readonly since?: string | undefined
      readonly severity?: 'low' | 'med' | 'high' | undefined
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: Schemas['Feedback']
  }
  /** Tool calls as they happened, newest first */
  readonly 'GET /admin/activity': {
    readonly path: null
    readonly query: {
      readonly since?: string | undefined
      readonly how?: 'passed' | 'held' | 'denied' | undefined
      readonly risk?: 'low' | 'medium' | 'high' | undefined
      readonly server?: string | undefined
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: Schemas['Activity']
  }
  /** Servers that were seen, with their tools, risk and why */
  readonly 'GET /admin/servers': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Servers']
  }
  /** What the policy in force says, without its commands, addresses and secrets */
  readonly 'GET /admin/policy': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Policy']
  }
  /** Which of the last recorded calls other ratings would have ruled otherwise; nothing is changed */
  readonly 'POST /admin/policy/replay': {
    readonly path: null
    readonly query: null
    readonly body: {
      readonly ratings: readonly {
        readonly server: string
        readonly tool: string
        readonly risk: 'low' | 'medium' | 'high'
      }[]
    }
    readonly answer: Schemas['PolicyReplay']
  }
  /** Chats that people are asked in, and how each is reached */
  readonly 'GET /admin/channels': {
    readonly path: null
    readonly query: null
    readonly body: null
    readonly answer: Schemas['Channels']
  }
  /** Deny everything above low until resumed: for the approver's tenant, or by an operator for every tenant */
  readonly 'POST /admin/pause': {
    readonly path: null
    readonly query: null
    readonly body: { readonly tenant?: string | undefined }
    readonly answer: Schemas['GateStatus']
  }
  /** End the pause; an operator's pause is ended by an operator only */
  readonly 'POST /admin/resume': {
    readonly path: null
    readonly query: null
    readonly body: { readonly tenant?: string | undefined }
    readonly answer: Schemas['GateStatus']
  }
}
