/**
 * What an agent reports about its tools: what it tried, what it expected, what came. Its words are data, never obeyed.
 */
export type FeedbackSeverity = 'low' | 'med' | 'high'

export const FEEDBACK_SEVERITIES: readonly FeedbackSeverity[] = ['low', 'med', 'high']

/** As the agent sent it. */
export interface FeedbackReport {
  readonly attemptedAction: string
  readonly expectedOutcome: string
  readonly actualOutcome: string
  readonly toolCalled: string | null
  readonly errorSeen: string | null
  readonly severity: FeedbackSeverity
  /** Why it reports; `null` where none is demanded and none was given. */
  readonly rationale: string | null
}

/** With who reported it, about which server. */
export interface Feedback extends FeedbackReport {
  readonly id: string
  readonly tenant: string
  readonly principal: string
  readonly client: string
  readonly server: string
}

export interface StoredFeedback extends Feedback {
  /** Database time. */
  readonly at: number
}
