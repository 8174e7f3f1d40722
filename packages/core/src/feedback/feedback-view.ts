/** Feedback as REST and the command line show it: with its secrets masked. */
import { maskSentText } from '../secret/mask-text.ts'
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
    attempted_action: maskSentText(feedback.attemptedAction),
    expected_outcome: maskSentText(feedback.expectedOutcome),
    actual_outcome: maskSentText(feedback.actualOutcome),
    tool_called: masked(feedback.toolCalled),
    error_seen: masked(feedback.errorSeen),
    rationale: masked(feedback.rationale),
    server: feedback.server,
    principal: feedback.principal,
    client: feedback.client,
    tenant: feedback.tenant,
  }
}

function masked(text: string | null): string | null {
  return text === null ? null : maskSentText(text)
}
