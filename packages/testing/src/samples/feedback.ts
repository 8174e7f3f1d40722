/** What an agent reports of a tool. */
import type { Feedback } from '@holdpoint/core'

export function sampleFeedback(over: Partial<Feedback> = {}): Feedback {
  return {
    id: 'feedback-1',
    tenant: 'default',
    principal: 'local:ana',
    client: 'host',
    server: 'crm',
    attemptedAction: 'delete the contact',
    expectedOutcome: 'gone',
    actualOutcome: 'not gone',
    toolCalled: null,
    errorSeen: null,
    severity: 'low',
    rationale: null,
    ...over,
  }
}
