/** What the rules say of one call. A value: it explains itself and decides nothing. */
export type Risk = 'low' | 'medium' | 'high'

export type Answer = 'pass' | 'ask' | 'deny'

export type Rail = 'elicitation' | 'card' | 'url' | 'channel' | 'page' | 'terminal' | 'api'

/** Whose word a verdict is, weakest first: the host's, a signed-in person's, a passkey's on that very hold. */
export type Assurance = 'host' | 'identified' | 'strong'

export interface Ruling {
  readonly risk: Risk
  readonly answer: Answer
  /** The name of what decided: a rule's name, `tool override`, `verb delete`, `sql`, `self-protection`, `default` … */
  readonly rule: string
  /** One sentence for people. */
  readonly why: string
  /** `null`: any rail may ask. */
  readonly rails: readonly Rail[] | null
  /** Names of those who may decide. `null`: any person whose assurance suffices. */
  readonly approvers: readonly string[] | null
  readonly quorum: number
  readonly assurance: Assurance
  /** In a chat only a reply with the code of the hold approves: no button, no bare word. Absent: where it is needed. */
  readonly code?: 'always'
  readonly irreversible: boolean
  /**
   * Whether a person may turn this answer into a standing permission. Never for self-protection or irreversible tools.
   */
  readonly grantable: boolean
  /** What "once per session and scope" means for this call (folder, repository, table …); `null`: asked each time. */
  readonly scope: string | null
  /** True where the profile `observe` or `auto_approve_high_risk` let pass what would have been asked. */
  readonly gateOff: boolean
  /** By `auto_approve_high_risk` of the tenant, not because nothing is held at all. */
  readonly autoApproved?: true
  readonly decideWithinMs: number
  /** The rule that set `decideWithinMs` shorter than questions usually stay open. Absent: the usual time. */
  readonly deadlineRule?: string
  readonly executeWithinMs: number
  /** How long an approval can be taken back before the call runs; `null`: the policy leaves it to `undoWindowOf`. */
  readonly undoWindowMs: number | null
  readonly declineSticksMs: number
  /** What the question is marked with, whatever rated the call: names that are not what they look like. */
  readonly warnings?: readonly string[]
}
