/** Feedback as REST and the command line show it. */
import type { FeedbackSeverity, StoredFeedback } from './feedback.ts'

export interface FeedbackView {
  readonly id: string
  readonly at: string
  readonly severity: FeedbackSeverity
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
}

export function toFeedbackView(feedback: StoredFeedback): FeedbackView {
  return {
    id: feedback.id,
    at: new Date(feedback.at).toISOString(),
    severity: feedback.severity,
    attempted_action: feedback.attemptedAction,
    expected_outcome: feedback.expectedOutcome,
    actual_outcome: feedback.actualOutcome,
    tool_called: feedback.toolCalled,
    error_seen: feedback.errorSeen,
    rationale: feedback.rationale,
    server: feedback.server,
    principal: feedback.principal,
    client: feedback.client,
    tenant: feedback.tenant,
  }
}
